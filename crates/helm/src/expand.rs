//! Unpacking a chart's archive below a directory.

use std::io::Read;
use std::path::Path;

use chart::{ArchiveFault, File, LoadOptions, Metadata, MetadataError, read_archive};

/// Why an archive is not unpacked.
#[derive(Debug, thiserror::Error)]
pub(crate) enum ExpandError {
    #[error(transparent)]
    Archive(#[from] ArchiveFault),
    #[error("cannot load Chart.yaml: {0}")]
    Metadata(#[from] MetadataError),
    #[error("chart name not specified")]
    NoName,
    #[error("chart name {} must not contain path separators", gostd::strconv::quote(.0))]
    Separators(String),
    #[error("{0}")]
    Write(String),
}

/// Unpacks an archive into a directory of the chart's name below `directory`, and gives that name. Nothing is written
/// unless all of the archive is good; paths cannot lead out of the directory.
pub(crate) fn expand(archive: impl Read, directory: &Path) -> Result<String, ExpandError> {
    let files = read_archive(archive, &LoadOptions::default())?;
    let name = chart_name(&files)?;
    let base = directory.join(&name);
    for file in &files {
        let path = base.join(&file.name);
        let parent = path.parent().unwrap_or(&base);
        let written = std::fs::create_dir_all(parent)
            .and_then(|()| std::fs::write(&path, file.data.as_bytes()));
        written.map_err(|error| {
            ExpandError::Write(crate::failure::go_io(
                "open",
                &path.display().to_string(),
                &error,
            ))
        })?;
    }
    Ok(name)
}

fn chart_name(files: &[File]) -> Result<String, ExpandError> {
    let file = files.iter().find(|file| file.name == "Chart.yaml");
    let text = file.map(|file| file.data.as_bytes()).unwrap_or_default();
    let name = Metadata::parse(text)?.name;
    match name.as_str() {
        "" => Err(ExpandError::NoName),
        // Nor is a name a step upwards or nowhere.
        "." | ".." => Err(ExpandError::Separators(name)),
        _ if name.contains(['/', '\\']) => Err(ExpandError::Separators(name)),
        _ => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::expand;

    fn archive(entries: &[(&str, &str)]) -> Cursor<Vec<u8>> {
        let mut builder = tar::Builder::new(GzEncoder::new(Vec::new(), Compression::fast()));
        for (path, text) in entries {
            let mut header = tar::Header::new_ustar();
            // The path is written as it is: the crate's own setter refuses what is to be refused here.
            header.as_old_mut().name[..path.len()].copy_from_slice(path.as_bytes());
            header.set_size(text.len() as u64);
            header.set_cksum();
            builder.append(&header, text.as_bytes()).expect("an entry");
        }
        let encoder = builder.into_inner().expect("a tar stream");
        Cursor::new(encoder.finish().expect("a gzip stream"))
    }

    fn refusal(entries: &[(&str, &str)]) -> String {
        let directory = tempfile::tempdir().expect("a temporary folder");
        let error = expand(archive(entries), directory.path()).expect_err("a refusal");
        let mut left = std::fs::read_dir(directory.path()).expect("the folder");
        assert!(left.next().is_none(), "something was written");
        error.to_string()
    }

    const CHART: (&str, &str) = ("h/Chart.yaml", "apiVersion: v2\nname: h\nversion: 0.1.0\n");

    #[test]
    fn a_chart_is_unpacked_under_its_name() {
        let directory = tempfile::tempdir().expect("a temporary folder");
        let entries = [("x/Chart.yaml", CHART.1), ("x/templates/a.yaml", "a: 1")];
        let name = expand(archive(&entries), directory.path()).expect("a good archive");
        assert_eq!(name, "h");
        let text = std::fs::read_to_string(directory.path().join("h/templates/a.yaml"));
        assert_eq!(text.expect("a file"), "a: 1");
    }

    #[test]
    fn what_leads_out_is_refused_and_nothing_written() {
        let parent = "chart illegally references parent directory";
        assert_eq!(refusal(&[CHART, ("h/../../x", "a: 1")]), parent);
        assert_eq!(
            refusal(&[CHART, ("h/C:/x", "a: 1")]),
            "chart contains illegally named files"
        );
        assert_eq!(
            refusal(&[CHART, ("x", "a: 1")]),
            "chart illegally contains content outside the base directory: \"x\""
        );
        let name = |name: &str| format!("apiVersion: v2\nname: {name}\nversion: 0.1.0\n");
        assert_eq!(
            refusal(&[("h/Chart.yaml", &name("../h"))]),
            "chart name \"../h\" must not contain path separators"
        );
        assert_eq!(
            refusal(&[("h/Chart.yaml", &name(".."))]),
            "chart name \"..\" must not contain path separators"
        );
        assert_eq!(
            refusal(&[("h/values.yaml", "a: 1")]),
            "chart name not specified"
        );
        assert_eq!(refusal(&[]), "no files in chart archive");
    }
}
