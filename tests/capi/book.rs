//! The header as a book: what cbindgen makes, in chapters in the order in which a host needs them.
//! Within a chapter everything is where it is in the sources.

use super::common::file;

struct Chapter {
    title: &'static str,
    text: &'static str,
    /// Files of `src/capi`, without their ending.
    sources: &'static [&'static str],
}

const CHAPTERS: [Chapter; 13] = [
    Chapter {
        title: "Version and status",
        text: "What every function that can fail returns, and which library this is.",
        sources: &["status", "version"],
    },
    Chapter {
        title: "Queries",
        text: "The distance, overlap and gap of two sets of points, of many pairs, and of a pair that moves.",
        sources: &["query", "answer", "distance", "tracking", "batch"],
    },
    Chapter {
        title: "Shapes",
        text: "Rigid convex shapes, for queries and for scenes.",
        sources: &["callback", "shape", "pose", "shape_query"],
    },
    Chapter {
        title: "Meshes",
        text: "Meshes in the arrays of the host, and from files.",
        sources: &["elements", "mesh", "file"],
    },
    Chapter {
        title: "Scenes",
        text: "Bodies that move: gapkit_scene_new, gapkit_scene_add_mesh, then in each step\n\
               gapkit_scene_set_positions and gapkit_scene_detect.",
        sources: &[
            "config", "body", "scene", "surface", "beams", "erosion", "pairs", "motion", "parts",
            "log",
        ],
    },
    Chapter {
        title: "Contacts",
        text: "What a detection finds, and what stays with contacts from one detection to the next.",
        sources: &["contact", "detect", "list", "statistics"],
    },
    Chapter {
        title: "The same contacts again: Newton's method, restarts",
        text: "Contacts at other positions, their derivatives, and states to go back to.",
        sources: &["update", "derivatives", "state"],
    },
    Chapter {
        title: "Forces",
        text: "A penalty with damping and friction for hosts that have no law of their own; what forces of the\n\
               host add up to, and how large its time step may be.",
        sources: &["force_law", "forces", "force"],
    },
    Chapter {
        title: "Time of impact",
        text: "When bodies that move first meet.",
        sources: &["impact"],
    },
    Chapter {
        title: "Several ranks",
        text: "Scenes whose bodies are cut into parts, one for each rank of MPI: see gapkit_mpi.h.",
        sources: &["comm", "distributed", "ranks"],
    },
    Chapter { title: "Output", text: "Files for ParaView.", sources: &["write"] },
    Chapter {
        title: "In the plane",
        text: "Convex polygons in two dimensions.",
        sources: &["planar"],
    },
    Chapter {
        title: "Demo bodies: not stable",
        text: "Meshes made by formula, to try things out. They are no part of the binary interface: they may\n\
               change or go in any version, and include/gapkit.abi leaves them out.",
        sources: &["demo"],
    },
];

/// What the names of the last chapter begin with.
pub(crate) const NOT_STABLE: &str = "gapkit_demo";

/// The text that cbindgen made, in chapters.
pub(crate) fn arranged(text: &str) -> String {
    let start = text.find("\n/**\n").expect("something is documented") + 1;
    let (head, body) = text.split_at(start);
    let (body, tail) = body.split_at(body.find("#ifdef __cplusplus\n}").expect("an end"));
    let opening = "#ifdef __cplusplus\nextern \"C\" {\n#endif // __cplusplus\n\n";
    let body = body.replace(opening, "");
    let items = body.split("/**\n").skip(1);
    // Comments of fields are indented; those of items begin a line.
    let mut whole: Vec<String> = Vec::new();
    for part in items {
        match whole.last_mut() {
            Some(last) if !last.ends_with("\n\n") => *last += &format!("/**\n{part}"),
            _ => whole.push(format!("/**\n{part}")),
        }
    }
    let mut placed: Vec<([usize; 3], String)> =
        whole.into_iter().map(|item| (place(&name(&item)), item)).collect();
    placed.sort();
    let titles =
        CHAPTERS.iter().zip(1..).map(|(chapter, n)| format!(" *  {n:2}. {}\n", chapter.title));
    let contents = format!("/*\n * Contents:\n{} */\n\n", titles.collect::<String>());
    let mut out = format!("{head}{contents}{opening}");
    for (number, chapter) in CHAPTERS.iter().enumerate() {
        let lines = chapter.text.lines().map(|line| format!(" * {line}\n"));
        out += &format!("/*\n * {}. {}\n *\n", number + 1, chapter.title);
        out.extend(lines);
        out += " */\n\n";
        out.extend(placed.iter().filter(|(at, _)| at[0] == number).map(|(_, item)| item.as_str()));
    }
    out + tail
}

/// What an item declares.
fn name(item: &str) -> String {
    let declared = item.split_once(" */\n").expect("a comment ends").1;
    let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_';
    let last = |text: &str| text.trim_end().rsplit(|c| !is_name(c)).next().unwrap_or("").to_owned();
    if let Some(constant) = declared.strip_prefix("#define ") {
        return constant.split(' ').next().unwrap_or("").to_owned();
    }
    if let Some((_, function)) =
        declared.split_once("(*").filter(|_| declared.starts_with("typedef"))
    {
        return function.split(')').next().unwrap_or("").to_owned();
    }
    if declared.starts_with("typedef") {
        return last(declared.trim_end().trim_end_matches(';'));
    }
    last(declared.split('(').next().unwrap_or(""))
}

/// Where a name belongs: chapter, source, and place in the source.
fn place(name: &str) -> [usize; 3] {
    let forms =
        ["const {}:", "type {} ", "struct {} ", "fn {}("].map(|form| form.replace("{}", name));
    for (number, chapter) in CHAPTERS.iter().enumerate() {
        for (i, source) in chapter.sources.iter().enumerate() {
            let text = file(&format!("src/capi/{source}.rs"));
            if let Some(at) = forms.iter().find_map(|form| text.find(form)) {
                return [number, i, at];
            }
        }
    }
    panic!("{name} is in no chapter of tests/capi/book.rs");
}
