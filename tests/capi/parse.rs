//! What the header and the Fortran module declare, read from their text. Both have a plain form:
//! cbindgen makes the one, and the other follows it.

/// A field of a struct: its name, its type without array bounds, and how many of it there are.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Field {
    pub(crate) name: String,
    pub(crate) kind: String,
    pub(crate) count: usize,
}

/// A struct with its fields.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Struct {
    pub(crate) name: String,
    pub(crate) fields: Vec<Field>,
}

/// The header without comments.
pub(crate) fn bare(header: &str) -> String {
    let parts = header.split("/*").enumerate();
    parts
        .map(|(i, part)| if i == 0 { part } else { part.split_once("*/").expect("it ends").1 })
        .collect()
}

/// The constants of the header with their values.
pub(crate) fn constants(header: &str) -> Vec<(String, i64)> {
    let lines = header.lines().filter_map(|line| line.strip_prefix("#define "));
    lines
        .filter_map(|line| line.split_once(' '))
        .map(|(name, value)| (name.to_owned(), value.parse().expect("a number")))
        .collect()
}

/// The functions of the header.
pub(crate) fn functions(header: &str) -> Vec<String> {
    let bare = bare(header);
    let body = bare.split_once("extern \"C\" {").expect("functions come last").1;
    let mut names: Vec<String> = body
        .split(';')
        .filter_map(|item| item.split_once('('))
        .filter_map(|(head, _)| head.split([' ', '*', '\n']).next_back())
        .filter(|name| name.starts_with("gapkit_"))
        .map(str::to_owned)
        .collect();
    names.sort();
    names
}

/// The structs of the header that are not opaque.
pub(crate) fn structs(header: &str) -> Vec<Struct> {
    let bare = bare(header);
    let parts = bare.split("typedef struct ").skip(1).filter_map(|part| part.split_once('{'));
    let parts = parts.filter(|(name, _)| !name.contains(';'));
    parts
        .map(|(name, rest)| {
            let body = rest.split_once('}').expect("it ends").0;
            let fields = body.split(';').map(str::trim).filter(|field| !field.is_empty());
            Struct { name: name.trim().to_owned(), fields: fields.map(field).collect() }
        })
        .collect()
}

fn field(text: &str) -> Field {
    let (kind, name) = text.rsplit_once([' ', '*']).expect("a type and a name");
    let pointer = text.contains('*');
    let (name, count) = match name.split_once('[') {
        Some((name, bound)) => (name, bound.trim_end_matches(']').parse().expect("a bound")),
        None => (name, 1),
    };
    let kind = if pointer { "pointer" } else { kind.trim() };
    Field { name: name.to_owned(), kind: kind.to_owned(), count }
}

/// The size of a type of the header on a machine of 64 bits, which is also its alignment.
pub(crate) fn size(kind: &str) -> usize {
    match kind {
        "double" | "int64_t" | "uint64_t" | "size_t" | "pointer" => 8,
        "int32_t" | "uint32_t" => 4,
        kind if kind.starts_with("gapkit_comm_") => 8,
        // The others are names for int32_t.
        kind if kind.starts_with("gapkit_") => 4,
        kind => panic!("unknown type {kind}"),
    }
}

/// Where the fields of a struct begin, and how large it is.
pub(crate) fn layout(list: &[Field]) -> (Vec<usize>, usize) {
    let (mut end, mut most, mut offsets) = (0usize, 1, Vec::new());
    for Field { kind, count, .. } in list {
        let size = size(kind);
        let offset = end.next_multiple_of(size);
        offsets.push(offset);
        (end, most) = (offset + size * count, most.max(size));
    }
    (offsets, end.next_multiple_of(most))
}
