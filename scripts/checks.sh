# Sourced by scripts that check from the outside: counts checks, and reports as the tests of cargo
# do. The caller sets `work`, a folder for the output of the check that runs.
passed=0 failed=0

# Runs a command under a name; shows the beginning of its output and returns 1 if it fails.
attempt() {
    local name=$1
    shift
    if "$@" >"$work/log" 2>&1; then
        passed=$((passed + 1))
        echo "ok: $name"
    else
        failed=$((failed + 1))
        echo "FAILED: $name"
        head -n 40 "$work/log" | cut -c -200
        return 1
    fi
}

# The same where nothing depends on it: all others run, too.
check() { attempt "$@" || true; }

# The last line of a script, and its status.
report() {
    echo "test result: $([ "$failed" -eq 0 ] && echo ok || echo FAILED). $passed passed; $failed failed; 0 ignored"
    [ "$failed" -eq 0 ]
}
