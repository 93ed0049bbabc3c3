//! JSON patch, merge patch, strategic merge patch and the three-way merge over JSON objects.
