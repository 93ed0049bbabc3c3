//! Setting images.

use std::collections::BTreeMap;

use cobra::{Command, Failure, Invocation, Io};
use serde_json::{Map, Value};

use crate::kustomize::completion::{names, offered};
use crate::kustomize::kustomization_file::rewrite;

const FORMATS: &str = "invalid format of image, use one of the following options:\n- <image>=<newimage>:<newtag>\n- <image>=<newimage>@<digest>\n- <image>=<newimage>:<newtag>@<digest>\n- <image>=<newimage>\n- <image>:<newtag>\n- <image>:<newtag>@<digest>\n- <image>@<digest>";

pub(super) static IMAGE: Command<()> = Command::new("image", "Sets images and their new names, new tags or digests in the kustomization file")
    .example("\nThe command\n  set image postgres=eu.gcr.io/my-project/postgres:latest my-app=my-registry/my-app@sha256:24a0c4b4a4c0eb97a1aabb8e29f18e917d05abfe1b7a7c07857230879ce7d3d3\nwill add\n\nimages:\n- name: postgres\n  newName: eu.gcr.io/my-project/postgres\n  newTag: latest\n- digest: sha256:24a0c4b4a4c0eb97a1aabb8e29f18e917d05abfe1b7a7c07857230879ce7d3d3\n  name: my-app\n  newName: my-registry/my-app\n\nto the kustomization file if it doesn't exist,\nand overwrite the previous ones if the image name exists.\n\nThe image tag can only contain alphanumeric, '.', '_' and '-'. Passing * (asterisk) either as a name, tag or digest will preserve the appropriate values from the kustomization file.\n")
    .complete(|invocation, last, _, io| offered(invocation, last, io, |file| names(file, "images")))
    .run(run);

/// `*` stands for what is there already.
const KEEP: &str = "*";

fn run(invocation: &Invocation<()>, _: &mut (), io: &mut Io<'_>) -> Result<(), Failure> {
    if invocation.args.is_empty() {
        return Err(Failure::new("no image specified"));
    }
    let images: Vec<Image> = invocation
        .args
        .iter()
        .map(|argument| Image::parse(argument).ok_or_else(|| Failure::new(FORMATS)))
        .collect::<Result<_, _>>()?;
    rewrite(io, |kustomization| {
        let listed = kustomization.list("images");
        let mut entries: BTreeMap<String, Value> = listed
            .into_iter()
            .map(|entry| (entry["name"].as_str().unwrap_or_default().to_owned(), entry))
            .collect();
        for image in images {
            let entry = image.entry(entries.get(&image.name));
            entries.insert(image.name, entry);
        }
        kustomization.set("images", entries.into_values().collect());
        Ok(())
    })
}

/// What an argument says about an image; parts that it does not name are empty.
#[derive(Debug, Default, PartialEq)]
struct Image {
    name: String,
    new_name: String,
    new_tag: String,
    digest: String,
}

impl Image {
    /// Reads `A=B:tag`, `A=B@digest`, `A=B:tag@digest`, `A=B`, `A:tag` or `A@digest`.
    fn parse(argument: &str) -> Option<Self> {
        let (name, image) = argument
            .split_once('=')
            .map_or((None, argument), |(name, image)| (Some(name), image));
        let (rest, digest) = image.split_once('@').unwrap_or((image, ""));
        // A colon before the last slash belongs to the port of a registry.
        let colon = rest
            .rfind(':')
            .filter(|colon| !rest[*colon..].contains('/'));
        let (base, tag) = colon.map_or((rest, ""), |colon| (&rest[..colon], &rest[colon + 1..]));
        let (digest, new_tag, base) = (digest.to_owned(), tag.to_owned(), base.to_owned());
        match name {
            Some("") => None,
            Some(name) if !base.is_empty() => Some(Self {
                name: name.to_owned(),
                new_name: base,
                new_tag,
                digest,
            }),
            None if !base.is_empty() && (!new_tag.is_empty() || !digest.is_empty()) => Some(Self {
                name: base,
                new_name: String::new(),
                new_tag,
                digest,
            }),
            Some(_) | None => None,
        }
    }

    /// The entry for this image in place of an old one: what is not given is dropped, `*` keeps.
    fn entry(&self, old: Option<&Value>) -> Value {
        let mut entry = Map::new();
        let mut put = |field: &str, value: &str| {
            let kept = old.and_then(|old| old[field].as_str());
            let value = if value == KEEP {
                kept.unwrap_or_default()
            } else {
                value
            };
            if !value.is_empty() {
                entry.insert(field.to_owned(), value.into());
            }
        };
        put("name", &self.name);
        put("newName", &self.new_name);
        put("newTag", &self.new_tag);
        put("digest", &self.digest);
        Value::Object(entry)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_all_forms() {
        let image = |name: &str, new_name: &str, new_tag: &str, digest: &str| {
            Some(Image {
                name: name.to_owned(),
                new_name: new_name.to_owned(),
                new_tag: new_tag.to_owned(),
                digest: digest.to_owned(),
            })
        };
        assert_eq!(Image::parse("nginx:1.30"), image("nginx", "", "1.30", ""));
        assert_eq!(Image::parse("nginx=r/n"), image("nginx", "r/n", "", ""));
        assert_eq!(
            Image::parse("redis@sha256:0123"),
            image("redis", "", "", "sha256:0123")
        );
        assert_eq!(
            Image::parse("nginx=h:5000/web/nginx:1.29@sha256:ff"),
            image("nginx", "h:5000/web/nginx", "1.29", "sha256:ff")
        );
        assert_eq!(Image::parse("nginx"), None);
        assert_eq!(Image::parse("=x"), None);
    }
}
