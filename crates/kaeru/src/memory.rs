//! What becomes of memory that is freed.

use std::hint::black_box;

/// As much as glibc takes for its measure.
const LARGEST: usize = 24 << 20;

/// Has the allocator keep what is freed, as is best for a tool that soon ends.
///
/// A hack: glibc gives large blocks, and what is free at the end of its heap, back to the kernel at once, which has to provide it anew page by
/// page. Both end where blocks are as large as the largest that it has seen freed (`M_MMAP_THRESHOLD` in mallopt(3)), so one is freed here.
/// It is never written to and costs a microsecond.
pub(crate) fn keep_freed() {
    drop(black_box(Vec::<u8>::with_capacity(LARGEST)));
}
