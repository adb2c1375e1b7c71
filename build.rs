//! Gives the shared library its soname, so that programs that were linked with one ABI do not start
//! with another. The number is that of `docs/abi.md`.

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let os = std::env::var("CARGO_CFG_TARGET_OS").unwrap_or_default();
    if ["linux", "android", "freebsd", "netbsd", "openbsd", "dragonfly"].contains(&os.as_str()) {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-soname,libgapkit.so.1");
    }
    if os == "macos" {
        println!("cargo::rustc-cdylib-link-arg=-Wl,-install_name,@rpath/libgapkit.1.dylib");
    }
}
