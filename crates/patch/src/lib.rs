//! JSON patch, merge patch, strategic merge patch and the three-way merge over JSON objects.
//!
//! Everything works on decoded values and neither reads nor prints. Creating a patch and applying it
//! are inverse: `apply(a, create(a, b)) == b` wherever the patch language can say the difference.

mod go_text;
pub mod json_patch;
pub mod merge_patch;
pub mod strategic;
pub mod three_way;
