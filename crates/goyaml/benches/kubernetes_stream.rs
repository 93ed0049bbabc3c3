//! Reads and writes a 10 MB stream of Kubernetes objects, on one core.
//!
//! Prints the speed of each step, and its ratio to libyaml's design as a crate has it (events only) and to a copy of the same bytes.

#![expect(clippy::print_stdout, reason = "a benchmark prints its figures")]

use std::fmt::Write;
use std::hint::black_box;
use std::time::{Duration, Instant};

use goyaml::{DecodeOptions, Dialect, ReadOptions};

const SIZE: usize = 10 << 20;
const ROUNDS: usize = 5;

fn main() {
    let text = kubernetes_stream();
    let megabytes = text.len() as f64 / 1e6;
    let copy = best(|| black_box(text.as_bytes().to_vec()).len());
    let events = best(|| libyaml_events(text.as_bytes()));
    let options = ReadOptions::new(Dialect::V3);
    let read = |text: &str| {
        goyaml::parse_documents(text.as_bytes(), &options).expect("the stream is well-formed")
    };
    let reading = best(|| black_box(read(&text)).len());
    let documents = read(&text);
    let mut size = 0;
    let writing = best(|| {
        let mut out = String::new();
        for document in &documents {
            goyaml::to_canonical(document, Dialect::V3, &mut out).expect("the stream decodes");
        }
        size = out.len();
        black_box(out).len()
    });
    let decode = DecodeOptions {
        dialect: Dialect::V2,
        strict: false,
    };
    let values: Vec<_> = documents
        .iter()
        .map(|document| goyaml::to_json(document, &decode).expect("the stream decodes"))
        .collect();
    let printing = best(|| {
        values
            .iter()
            .map(|value| black_box(goyaml::json_to_yaml(value)).len())
            .sum::<usize>()
    });
    let line = |what: &str, megabytes: f64, time: Duration| {
        let seconds = time.as_secs_f64();
        println!(
            "{what:<32} {:8.1} MB/s {:8.2} x libyaml-safer {:8.3} x copy",
            megabytes / seconds,
            events.as_secs_f64() / seconds,
            copy.as_secs_f64() / seconds
        );
    };
    line("copy", megabytes, copy);
    line("libyaml-safer, events", megabytes, events);
    line("text to nodes", megabytes, reading);
    line("nodes to canonical text", size as f64 / 1e6, writing);
    line("JSON values to text", size as f64 / 1e6, printing);
}

fn best(mut run: impl FnMut() -> usize) -> Duration {
    let time = |_| {
        let start = Instant::now();
        black_box(run());
        start.elapsed()
    };
    (0..ROUNDS).map(time).min().unwrap_or_default()
}

fn libyaml_events(mut text: &[u8]) -> usize {
    let mut parser = libyaml_safer::Parser::new();
    parser.set_input(&mut text);
    let mut events = 0;
    loop {
        let event = parser.parse().expect("the stream is well-formed");
        events += 1;
        if matches!(event.data, libyaml_safer::EventData::StreamEnd) {
            return events;
        }
    }
}

/// Deployments, Services and ConfigMaps as people write them.
fn kubernetes_stream() -> String {
    let mut text = String::with_capacity(SIZE + 4096);
    let mut number = 0;
    while text.len() < SIZE {
        number += 1;
        write!(
            text,
            "---\napiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web-{number}\n  namespace: team-{team}\n  labels:\n    app.kubernetes.io/name: web\n    app.kubernetes.io/instance: web-{number}\n    tier: \"frontend\"\nspec:\n  replicas: {replicas}\n  selector:\n    matchLabels:\n      app.kubernetes.io/instance: web-{number}\n  template:\n    metadata:\n      labels:\n        app.kubernetes.io/instance: web-{number}\n    spec:\n      containers:\n        - name: web\n          image: \"registry.example.com/team/web:1.{number}.0\"\n          args: [\"--listen\", \":8080\", '--verbose']\n          env:\n            - name: LOG_LEVEL\n              value: info\n            - name: POD_NAME\n              valueFrom:\n                fieldRef:\n                  fieldPath: metadata.name\n          ports:\n            - name: http\n              containerPort: 8080\n              protocol: TCP\n          readinessProbe:\n            httpGet:\n              path: /healthz\n              port: http\n            initialDelaySeconds: 5\n          resources:\n            requests: {{cpu: 100m, memory: 128Mi}}\n            limits:\n              cpu: 500m\n              memory: 256Mi\n---\napiVersion: v1\nkind: Service\nmetadata:\n  name: web-{number}\n  namespace: team-{team}\nspec:\n  type: ClusterIP\n  ports:\n  - port: 80\n    targetPort: http\n    protocol: TCP\n    name: http\n  selector:\n    app.kubernetes.io/instance: web-{number}\n---\napiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: web-{number}\n  annotations:\n    description: What the web server of team {team} reads when it starts, and again on every signal\ndata:\n  log.level: debug\n  nginx.conf: |\n    server {{\n      listen 8080;\n      location / {{\n        root /usr/share/nginx/html;\n        index index.html;\n      }}\n    }}\n",
            team = number % 17,
            replicas = number % 5 + 1,
        )
        .expect("a string takes any text");
    }
    text
}
