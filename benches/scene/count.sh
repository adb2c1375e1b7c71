#!/usr/bin/env bash
# Counts the instructions of a moving step with valgrind, one thread: the difference of a long and a
# short run, so that the set-up is left out. Positions are set in each step, as hosts do. With "cold"
# it is the first detection that is counted.
#
#     benches/scene/count.sh [cold] [plates29 plates91 sparse crush ...]
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
short=4 long=20
if [ "${1:-}" = cold ]; then
    short=none long=0
    shift
fi
stages=("$@")
[ ${#stages[@]} -gt 0 ] || stages=(plates29 plates91 sparse crush)
bench=$(cargo bench --bench scene --no-run --message-format=json |
    sed -n 's/.*"name":"scene".*"executable":"\([^"]*\)".*/\1/p' | tail -1)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# The instructions of STAGE RESOLUTION STEPS; what the program says goes to $work/said.
count() {
    valgrind --tool=callgrind --callgrind-out-file="$work/profile" \
        "$bench" "count=$1:$2:$3" >"$work/said" 2>"$work/log"
    sed -n 's/^summary: //p' "$work/profile"
}

echo "| stage | resolution | contacts | instructions per detection | per contact | per interface node |"
echo "|---|---|---|---|---|---|"
for stage in "${stages[@]}"; do
    for resolution in surface facet; do
        before=$(count "$stage" "$resolution" $short)
        after=$(count "$stage" "$resolution" $long)
        read -r _ contacts _ nodes <"$work/said"
        step=$((after - before))
        [ "$short" = none ] || step=$((step / (long - short)))
        each=-
        [ "$nodes" -eq 0 ] || each=$((step / nodes))
        echo "| $stage | $resolution | $contacts | $step | $((step / contacts)) | $each |"
    done
done
