//! Tar in the form of POSIX 1988, as Go writes it: no owners, no extensions.

/// A path that does not fit into a header.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("archive/tar: cannot encode header: the name {0:?} is too long")]
pub struct NameTooLong(String);

const BLOCK: usize = 512;

#[derive(Default)]
pub(super) struct Archive(Vec<u8>);

impl Archive {
    /// Adds a file that everybody may read, changed at `modified` seconds since 1970.
    pub(super) fn add(
        &mut self,
        name: &str,
        data: &[u8],
        modified: u64,
    ) -> Result<(), NameTooLong> {
        self.0
            .extend_from_slice(&header(name, data.len(), modified)?);
        self.0.extend_from_slice(data);
        self.0.resize(self.0.len().next_multiple_of(BLOCK), 0);
        Ok(())
    }

    pub(super) fn finish(mut self) -> Vec<u8> {
        self.0.resize(self.0.len() + 2 * BLOCK, 0);
        self.0
    }
}

fn header(name: &str, size: usize, modified: u64) -> Result<[u8; BLOCK], NameTooLong> {
    let (prefix, name) = split(name)?;
    let mut header = [0; BLOCK];
    let mut put = |at: usize, text: &[u8]| header[at..at + text.len()].copy_from_slice(text);
    put(0, name.as_bytes());
    put(100, b"0000644");
    put(108, b"0000000");
    put(116, b"0000000");
    put(124, format!("{size:011o}").as_bytes());
    put(136, format!("{modified:011o}").as_bytes());
    put(156, b"0");
    put(257, b"ustar\x0000");
    put(329, b"0000000");
    put(337, b"0000000");
    put(345, prefix.as_bytes());
    // The checksum counts its own field as blanks.
    put(148, b"        ");
    let sum: u32 = header.iter().map(|b| u32::from(*b)).sum();
    header[148..156].copy_from_slice(format!("{sum:06o}\0 ").as_bytes());
    Ok(header)
}

/// Up to 100 bytes of name, with up to 155 more in front of a slash.
fn split(path: &str) -> Result<(&str, &str), NameTooLong> {
    if path.len() <= 100 {
        return Ok(("", path));
    }
    let slash = path
        .char_indices()
        .rfind(|(at, c)| *c == '/' && *at <= 155)
        .map(|(at, _)| at);
    match slash.map(|at| (&path[..at], &path[at + 1..])) {
        Some((prefix, name)) if name.len() <= 100 => Ok((prefix, name)),
        _ => Err(NameTooLong(path.to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_header_has_its_fields_where_posix_puts_them() {
        let mut archive = Archive::default();
        archive
            .add("c/Chart.yaml", b"x", 1_700_000_000)
            .expect("a short name");
        let bytes = archive.finish();
        assert_eq!(bytes.len(), 4 * BLOCK);
        assert_eq!(&bytes[124..136], b"00000000001\0");
        assert_eq!(&bytes[136..148], b"14524770400\0");
        assert_eq!(&bytes[257..265], b"ustar\x0000");
        assert_eq!(bytes[BLOCK], b'x');
    }

    #[test]
    fn long_paths_are_split_at_a_slash() {
        let path = format!("{}/{}", "a".repeat(120), "b".repeat(90));
        assert_eq!(
            split(&path).map(|(prefix, name)| (prefix.len(), name.len())),
            Ok((120, 90))
        );
        assert_eq!(split(&"a".repeat(120)), Err(NameTooLong("a".repeat(120))));
    }
}
