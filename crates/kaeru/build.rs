//! How the binary is linked.

/// Links the binary to a fixed address, as Go links its programs: every pointer in a table would otherwise be written again at each start,
/// which costs more time and memory than most commands do.
fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    let target = |key: &str| std::env::var(format!("CARGO_CFG_TARGET_{key}"));
    if target("OS").as_deref() == Ok("linux") && target("ENV").as_deref() == Ok("gnu") {
        println!("cargo::rustc-link-arg-bin=kaeru=-no-pie");
    }
}
