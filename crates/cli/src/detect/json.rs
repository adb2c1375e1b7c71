//! A detection as JSON, with every contact and all digits.

use gapkit::broad::Method;
use gapkit::scene::{self, Contact, Feature, Kind, Part, Side};
use serde::Serialize;

use super::bodies::{Body, File};
use super::report::{Pair, Report, pairs};
use crate::numbers;
use crate::straightened::Straightened;

/// Identities and hashes are text: not every program keeps all 64 bits of a number.
#[derive(Serialize)]
struct Json<'a> {
    margin: f64,
    by: &'static str,
    resolution: &'static str,
    broad: String,
    #[serde(rename = "self")]
    within: bool,
    thickness: f64,
    threads: u16,
    files: Vec<JsonFile>,
    bodies: Vec<JsonBody<'a>>,
    pairs: Vec<JsonPair>,
    exposed_facets: usize,
    pieces: usize,
    candidates: usize,
    seconds_to_prepare: f64,
    seconds_to_detect: f64,
    hash: String,
    contacts: Vec<JsonContact>,
}

#[derive(Serialize)]
struct JsonFile {
    file: String,
    quadratic: Straightened,
}

#[derive(Serialize)]
struct JsonBody<'a> {
    name: &'a str,
    file: String,
    region: Option<u32>,
    component: Option<u32>,
    kind: &'static str,
    nodes: usize,
    tetrahedra: usize,
    exposed_facets: usize,
    pieces: usize,
}

/// A length that there is none of is `null`.
#[derive(Serialize)]
struct JsonPair {
    bodies: [usize; 2],
    contacts: usize,
    minimum_gap: Option<f64>,
    deepest_penetration: Option<f64>,
    contact_area: f64,
}

#[derive(Serialize)]
struct JsonContact {
    id: String,
    kind: &'static str,
    gap: f64,
    area: f64,
    normal: [f64; 3],
    point_a: [f64; 3],
    point_b: [f64; 3],
    a: JsonSide,
    b: JsonSide,
}

/// Elements and nodes are called as in the file.
#[derive(Serialize)]
struct JsonSide {
    body: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    piece: Option<u32>,
    element: Option<u64>,
    feature: &'static str,
    nodes: Vec<u64>,
    weights: Vec<f64>,
}

pub(super) fn text(report: &Report<'_>) -> String {
    let Report { args, files, bodies, scene, margin, resolution, seconds } = report;
    let contacts = scene.contacts();
    let [exposed_facets, pieces] = report.sizes();
    let json = Json {
        margin: margin.value,
        by: args.by.name(),
        resolution: resolution.name(),
        broad: Method::from(args.broad).to_string(),
        within: args.within,
        thickness: args.thickness,
        threads: args.threads,
        files: files.iter().map(of_file).collect(),
        bodies: bodies.iter().enumerate().map(|(i, body)| of_body(report, i, body)).collect(),
        pairs: pairs(contacts).into_iter().map(of_pair).collect(),
        exposed_facets,
        pieces,
        candidates: scene.statistics().candidates,
        seconds_to_prepare: seconds[0],
        seconds_to_detect: seconds[1],
        hash: format!("{:016x}", scene::hash(contacts)),
        contacts: contacts.iter().map(|contact| of_contact(bodies, contact)).collect(),
    };
    numbers::json(&json)
}

fn of_file(file: &File) -> JsonFile {
    JsonFile { file: file.path.display().to_string(), quadratic: file.quadratic }
}

fn of_body<'a>(report: &Report<'_>, number: usize, body: &'a Body) -> JsonBody<'a> {
    let [exposed_facets, pieces] = report.size(number);
    JsonBody {
        name: &body.name,
        file: body.file.display().to_string(),
        region: body.region,
        component: body.component,
        kind: body.model.name(),
        nodes: body.model.nodes().len(),
        tetrahedra: body.model.tets().len(),
        exposed_facets,
        pieces,
    }
}

fn of_pair((bodies, pair): ([usize; 2], Pair)) -> JsonPair {
    JsonPair {
        bodies,
        contacts: pair.contacts,
        minimum_gap: pair.gap,
        deepest_penetration: pair.depth,
        contact_area: pair.area,
    }
}

fn of_contact(bodies: &[Body], contact: &Contact) -> JsonContact {
    let [a, b] = contact.sides.each_ref().map(|side| of_side(bodies, side));
    JsonContact {
        id: format!("{:016x}", contact.id),
        kind: match contact.kind {
            Kind::Nearest => "nearest",
            Kind::Area => "area",
            Kind::Corner => "corner",
            Kind::Deep => "deep",
            Kind::Fallback => "fallback",
            Kind::Node => "node",
        },
        gap: contact.gap,
        area: contact.area,
        normal: contact.normal.into(),
        point_a: contact.point_a.into(),
        point_b: contact.point_b.into(),
        a,
        b,
    }
}

fn of_side(bodies: &[Body], side: &Side) -> JsonSide {
    let body = &bodies[side.body as usize];
    JsonSide {
        body: side.body,
        piece: if let Part::Piece(piece) = side.part { Some(piece) } else { None },
        element: side.element.map(|element| body.element(element)),
        feature: match side.feature() {
            Feature::Shape => "shape",
            Feature::Node => "node",
            Feature::Edge => "edge",
            Feature::Facet => "facet",
        },
        nodes: side.nodes().iter().map(|&node| body.node(node)).collect(),
        weights: side.weights().to_vec(),
    }
}
