//! Charts from a repository on this machine.

use std::path::Path;

use crate::server::Server;
use crate::world::{Outcome, helm_with, printed, refused, write};

/// A repository with two versions of a chart and a pre-release, its server, and a home for the client.
struct World {
    folder: tempfile::TempDir,
    server: Server,
}

impl World {
    fn new() -> World {
        let folder = tempfile::tempdir().expect("a temporary folder");
        let server = Server::of(&folder.path().join("repository"));
        let world = World { folder, server };
        for version in ["0.1.0", "0.2.0", "1.0.0-rc.1"] {
            world.write(&[
                (
                    "web/Chart.yaml",
                    &format!(
                        "apiVersion: v2\nname: web\nversion: {version}\ndescription: Serves\n"
                    ),
                ),
                ("web/templates/a.yaml", "v: {{ .Chart.Version }}\n"),
            ]);
            world.run(&["package", "web", "-d", "repository"]);
        }
        world.run(&["repo", "index", "repository", "--url", &world.server.url]);
        world
    }

    fn write(&self, files: &[(&str, &str)]) {
        write(self.folder.path(), files);
    }

    fn path(&self) -> &Path {
        self.folder.path()
    }

    fn run(&self, args: &[&str]) -> Outcome {
        let home = self.path().join("home").display().to_string();
        helm_with(&[("HOME", &home)], self.path(), args)
    }

    fn err(&self, args: &[&str]) -> String {
        self.run(args).err.replace(&self.server.url, "URL")
    }

    fn out(&self, args: &[&str]) -> String {
        self.run(args).out.replace(&self.server.url, "URL")
    }
}

#[test]
fn repositories_are_named_listed_and_forgotten() {
    let world = World::new();
    let url = world.server.url.as_str();
    let added = printed("\"loc\" has been added to your repositories\n");
    assert_eq!(world.run(&["repo", "add", "loc", url]), added);
    assert_eq!(
        world.run(&["repo", "add", "loc", url]),
        printed("\"loc\" already exists with the same configuration, skipping\n")
    );
    let other = "Error: repository name (loc) already exists, please specify a different name\n";
    assert_eq!(
        world.run(&["repo", "add", "loc", &format!("{url}/")]),
        refused("", other)
    );
    assert_eq!(
        world.run(&["repo", "add", "--force-update", "loc", url]),
        added
    );
    assert_eq!(
        world.err(&["repo", "add", "z", &format!("{url}/nope")]),
        "Error: looks like \"URL/nope\" is not a valid chart repository or cannot be reached: failed to fetch URL/nope/index.yaml : 404 Not Found\n"
    );
    assert_eq!(
        world.err(&["repo", "add", "a/b", url]),
        "Error: repository name (a/b) contains '/', please specify a different name without '/'\n"
    );
    assert_eq!(
        world.err(&["repo", "add", "k", "ftp://x"]),
        "Error: could not find protocol handler for: ftp\n"
    );
    assert_eq!(
        world.out(&["repo", "list", "-o", "json"]),
        "[{\"name\":\"loc\",\"url\":\"URL\"}]\n"
    );
    assert_eq!(
        world.out(&["repo", "update"]),
        "Hang tight while we grab the latest from your chart repositories...\n...Successfully got an update from the \"loc\" chart repository\nUpdate Complete. \u{2388}Happy Helming!\u{2388}\n"
    );
    assert_eq!(
        world.err(&["repo", "update", "no"]),
        "Error: no repositories found matching 'no'.  Nothing will be updated\n"
    );
    assert_eq!(
        world.run(&["repo", "remove", "loc", "no"]),
        refused(
            "\"loc\" has been removed from your repositories\n",
            "Error: no repo named \"no\" found\n"
        )
    );
    let empty = world.run(&["repo", "list"]);
    assert_eq!(
        (empty.code, empty.err.as_str()),
        (0, "no repositories to show\n")
    );
}

#[test]
fn charts_are_searched() {
    let world = World::new();
    let url = world.server.url.as_str();
    assert_eq!(
        world.err(&["search", "repo"]),
        "Error: no repositories configured\n"
    );
    world.run(&["repo", "add", "loc", url]);
    let head = "NAME   \tCHART VERSION\tAPP VERSION\tDESCRIPTION\n";
    assert_eq!(
        world.out(&["search", "repo", "serves"]),
        format!("{head}loc/web\t0.2.0        \t           \tServes     \n")
    );
    assert_eq!(
        world.out(&["search", "repo", "-l", "--version", ">=0.1"]),
        format!(
            "{head}loc/web\t0.2.0        \t           \tServes     \nloc/web\t0.1.0        \t           \tServes     \n"
        )
    );
    assert_eq!(
        world.out(&["search", "repo", "--devel", "-o", "json"]),
        "[{\"name\":\"loc/web\",\"version\":\"1.0.0-rc.1\",\"app_version\":\"\",\"description\":\"Serves\"}]\n"
    );
    assert_eq!(world.out(&["search", "repo", "zz"]), "No results found\n");
    assert_eq!(
        world.err(&["search", "repo", "zz", "--fail-on-no-result"]),
        "Error: no results found\n"
    );
    assert_eq!(
        world.err(&["search", "repo", "-r", "("]),
        "Error: error parsing regexp: missing closing ): `(`\n"
    );
}

#[test]
fn charts_are_rendered_from_repositories_and_urls() {
    let world = World::new();
    let url = world.server.url.as_str();
    world.run(&["repo", "add", "loc", url]);
    let rendered = |version| {
        printed(&format!(
            "---\n# Source: web/templates/a.yaml\nv: {version}\n"
        ))
    };
    assert_eq!(world.run(&["template", "loc/web"]), rendered("0.2.0"));
    assert_eq!(
        world.run(&["template", "loc/web", "--devel"]),
        rendered("1.0.0-rc.1")
    );
    assert_eq!(
        world.run(&["template", "loc/web", "--version", "~0.1"]),
        rendered("0.1.0")
    );
    assert_eq!(
        world.run(&["template", "web", "--repo", url]),
        rendered("0.2.0")
    );
    let archive = format!("{url}/web-0.1.0.tgz");
    assert_eq!(world.run(&["template", &archive]), rendered("0.1.0"));
    for (args, err) in [
        (
            vec!["loc/no"],
            "chart \"no\" matching  not found in loc index. (try 'helm repo update'): no chart name found",
        ),
        (
            vec!["loc/web", "--version", "9.9.9"],
            "chart \"web\" matching 9.9.9 not found in loc index. (try 'helm repo update'): no chart version found for web-9.9.9",
        ),
        (vec!["no/web"], "repo no not found"),
        (
            vec!["web", "--repo", url, "--version", "7"],
            "chart \"web\" version \"7\" not found in URL repository",
        ),
        (
            vec!["oci://host/web"],
            "oci:// charts are not there yet: oci://host/web",
        ),
    ] {
        let args: Vec<&str> = std::iter::once("template").chain(args).collect();
        assert_eq!(world.err(&args), format!("Error: {err}\n"));
    }
}

#[test]
fn an_archive_is_downloaded_once() {
    let world = World::new();
    world.run(&["repo", "add", "loc", &world.server.url]);
    world.run(&["show", "chart", "loc/web"]);
    world.run(&["show", "chart", "loc/web"]);
    let archives = world.server.requests();
    let archives = archives.iter().filter(|path| path.ends_with(".tgz"));
    assert_eq!(archives.count(), 1);
}

#[test]
fn archives_are_pulled_and_unpacked() {
    let world = World::new();
    world.run(&["repo", "add", "loc", &world.server.url]);
    assert_eq!(world.run(&["pull", "loc/web"]), printed(""));
    assert!(world.path().join("web-0.2.0.tgz").exists());
    let nowhere = "Error: open d/web-0.2.0.tgz: no such file or directory\n";
    assert_eq!(world.err(&["pull", "loc/web", "-d", "d"]), nowhere);
    assert_eq!(
        world.run(&["pull", "loc/web", "--untar", "--untardir", "u"]),
        printed("")
    );
    assert!(world.path().join("u/web/templates/a.yaml").exists());
    assert_eq!(
        world.err(&["pull", "loc/web", "--untar", "--untardir", "u"]),
        "Error: failed to untar: a file or directory with the name web already exists\n"
    );
}

#[test]
fn a_login_goes_to_the_repository_s_own_host_only() {
    let world = World::new();
    let elsewhere = Server::of(&world.path().join("repository"));
    world.run(&["repo", "index", "repository", "--url", &elsewhere.url]);
    let login = ["--username", "u", "--password", "p"];
    let add = ["repo", "add", "loc", &world.server.url];
    world.run(&[&add[..], &login].concat());
    assert_eq!(world.server.requests(), ["/index.yaml basic dtpw"]);
    world.run(&["pull", "loc/web"]);
    assert_eq!(elsewhere.requests(), ["/web-0.2.0.tgz"]);
    let add = [
        "repo",
        "add",
        "all",
        &world.server.url,
        "--pass-credentials",
    ];
    world.run(&[&add[..], &login].concat());
    world.run(&["pull", "all/web", "--version", "0.1.0"]);
    assert_eq!(elsewhere.requests()[1], "/web-0.1.0.tgz basic dtpw");
}

#[test]
fn dependencies_come_from_named_and_from_other_repositories() {
    let world = World::new();
    let url = world.server.url.as_str();
    let declare = |repository: &str| {
        let text = format!(
            "apiVersion: v2\nname: p\nversion: 0.1.0\ndependencies:\n- {{name: web, version: '>=0.1', repository: '{repository}'}}\n"
        );
        world.write(&[("p/Chart.yaml", &text)]);
    };
    declare("@loc");
    assert_eq!(
        world.err(&["dependency", "update", "p"]),
        "Error: no repository definition for @loc. Please add them via 'helm repo add'\n"
    );
    declare(url);
    let saved = "Saving 1 charts\nDownloading web from repo URL\nDeleting outdated charts\n";
    assert_eq!(
        world.out(&["dependency", "update", "p"]),
        format!(
            "Getting updates for unmanaged Helm repositories...\n...Successfully got an update from the \"URL\" chart repository\n{saved}"
        )
    );
    assert!(world.path().join("p/charts/web-0.2.0.tgz").exists());
    assert_eq!(
        world.err(&["dependency", "build", "p"]),
        "Error: no repository definition for URL. Please add the missing repos via 'helm repo add'\n"
    );
    world.run(&["repo", "add", "loc", url]);
    declare("@loc");
    assert_eq!(
        world.out(&["dependency", "update", "p", "--skip-refresh"]),
        saved
    );
    let lock = std::fs::read_to_string(world.path().join("p/Chart.lock")).expect("a lock");
    assert!(lock.contains(&format!("repository: {url}\n")));
    std::fs::remove_dir_all(world.path().join("p/charts")).expect("the charts");
    let updated = world.out(&["template", "p", "--dependency-update"]);
    assert!(
        updated.ends_with("---\n# Source: p/charts/web/templates/a.yaml\nv: 0.2.0\n"),
        "{updated}"
    );
}
