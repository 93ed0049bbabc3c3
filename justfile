# The recipes a contributor types; each is one command of cargo.

check:
    cargo clippy --workspace --all-targets -- -D warnings

test:
    cargo test --workspace

fmt:
    cargo fmt --all

docs:
    cargo doc --workspace --no-deps

# Benchmarks print ratios against the real tools where those are installed.
bench:
    cargo bench --workspace
