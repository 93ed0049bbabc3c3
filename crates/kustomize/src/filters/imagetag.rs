//! Changing images.

use gostd::regexp::Regexp;
use goyaml::{Data, Kind, Node};

use super::fieldspec;
use crate::error::{Error, ErrorKind, Result};
use crate::kustomization::Image;
use crate::resource::Resource;
use crate::rnode;

/// An entry of `images` ready for use.
#[derive(Debug)]
pub(crate) struct Filter {
    image: Image,
    /// The name as a pattern. One that does not compile is an error as soon as there is an image to compare.
    pattern: std::result::Result<Regexp, String>,
}

impl Filter {
    /// Prepares an entry.
    pub(crate) fn new(image: Image) -> Self {
        let pattern = format!(
            "^{}(:[a-zA-Z0-9_.{{}}-]*)?(@sha256:[a-zA-Z0-9_.{{}}-]*)?$",
            image.name
        );
        Self {
            pattern: Regexp::compile(&pattern).map_err(|error| error.to_string()),
            image,
        }
    }

    /// Changes the image in the fields; tells whether there was one.
    pub(crate) fn apply(
        &self,
        resource: &mut Resource,
        fields: &[fieldspec::Filter],
    ) -> Result<bool> {
        let gvk = resource.gvk();
        let mut found = false;
        for field in fields {
            field.apply(resource, &gvk, &mut |node| self.set(node, &mut found))?;
        }
        Ok(found)
    }

    /// Changes the `image` of the elements of every list called `containers` or `initContainers`, at any depth.
    pub(crate) fn apply_everywhere(&self, node: &mut Node) -> Result<bool> {
        let mut found = false;
        self.visit(node, &mut found)?;
        Ok(found)
    }

    fn visit(&self, node: &mut Node, found: &mut bool) -> Result<()> {
        match &mut node.data {
            Data::Mapping(pairs) => pairs.iter_mut().try_for_each(|(key, value)| {
                if matches!(key.as_str(), Some("containers" | "initContainers"))
                    && value.kind() == Kind::Sequence
                {
                    self.containers(value, found)?;
                }
                self.visit(value, found)
            }),
            Data::Sequence(items) => items
                .iter_mut()
                .try_for_each(|item| self.visit(item, found)),
            Data::Scalar(_) | Data::Alias(_) => Ok(()),
        }
    }

    fn containers(&self, list: &mut Node, found: &mut bool) -> Result<()> {
        for container in rnode::elements_mut(list)? {
            if let Some(image) = rnode::field_mut(container, "image")? {
                self.set(image, found)?;
            }
        }
        Ok(())
    }

    fn set(&self, node: &mut Node, found: &mut bool) -> Result<()> {
        rnode::expect_kind(node, Kind::Scalar)?;
        let text = node.as_str().unwrap_or_default();
        let pattern = self.pattern.as_ref().map_err(|text| {
            let hint = format!("the name '{}' of an image is a pattern", self.image.name);
            Error::new(ErrorKind::Transform, text.clone()).hint(hint)
        })?;
        if !pattern.is_match(text) {
            return Ok(());
        }
        *found = true;
        let changed = changed(text, &self.image);
        rnode::set_scalar(node, &changed)
    }
}

/// What becomes of a matching image.
fn changed(text: &str, image: &Image) -> String {
    let (mut name, mut tag, mut digest) = split(text);
    if !image.new_name.is_empty() {
        name = &image.new_name;
    }
    let suffixed;
    match (image.new_tag.as_str(), image.digest.as_str()) {
        ("", "") if image.tag_suffix.is_empty() => {}
        ("", "") => {
            suffixed = format!("{tag}{}", image.tag_suffix);
            (tag, digest) = (&suffixed, "");
        }
        (new_tag, new_digest) => (tag, digest) = (new_tag, new_digest),
    }
    let mut changed = name.to_owned();
    for (separator, part) in [(':', tag), ('@', digest)] {
        if !part.is_empty() {
            changed.push(separator);
            changed.push_str(part);
        }
    }
    changed
}

/// Takes an image apart into name, tag and digest.
fn split(image: &str) -> (&str, &str, &str) {
    let search = image.find('/').unwrap_or(0);
    let (rest, digest) = match image[search..].find('@') {
        Some(at) => (&image[..search + at], &image[search + at + 1..]),
        None => (image, ""),
    };
    match rest[search..].find(':') {
        Some(colon) => (&rest[..search + colon], &rest[search + colon + 1..], digest),
        None => (rest, "", digest),
    }
}

#[cfg(test)]
mod tests {
    use super::{changed, split};
    use crate::kustomization::Image;

    #[test]
    fn a_port_is_no_tag() {
        assert_eq!(split("host:5000/web"), ("host:5000/web", "", ""));
        assert_eq!(
            split("host:5000/web:1@sha256:aa"),
            ("host:5000/web", "1", "sha256:aa")
        );
        assert_eq!(split("web:1"), ("web", "1", ""));
    }

    #[test]
    fn a_tag_drops_the_digest() {
        let image = Image {
            new_tag: "2".into(),
            ..Image::default()
        };
        assert_eq!(changed("web:1@sha256:aa", &image), "web:2");
        let image = Image {
            digest: "sha256:bb".into(),
            new_name: "r/web".into(),
            ..Image::default()
        };
        assert_eq!(changed("web:1", &image), "r/web@sha256:bb");
        let image = Image {
            tag_suffix: "-x".into(),
            ..Image::default()
        };
        assert_eq!(changed("web:1", &image), "web:1-x");
    }
}
