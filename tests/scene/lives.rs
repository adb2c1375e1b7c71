//! Lives of scenes: random bodies in degenerate places, moved about for some steps. Whatever finds
//! the contacts, they are the same to the last bit.

use std::collections::{BTreeSet, HashMap};

use gapkit::broad::Method;
use gapkit::partition::{Build, Options};
use gapkit::scene::{Config, Contact, Resolution, Scene, hash};
use gapkit::simd::Isa;
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};

use crate::common::{ageless, config, failures, is_in_mesh};
use crate::population::Population;

const RESOLUTIONS: [Resolution; 2] = [Resolution::Facet, Resolution::Surface];

/// How many lives a family has.
const LIVES: u64 = 5;

/// The settings that a life is led with: the default, brute force, and in some lives others.
fn settings(base: Config, random: &mut SmallRng) -> Vec<(&'static str, Config)> {
    let one = base.with_threads(1);
    let mut list = vec![("trees", one), ("brute force", one.with_broad(Method::Brute))];
    match random.random_range(0..16) {
        0 => list.push(("two threads", base.with_threads(2))),
        1 => list.push(("four threads", base.with_threads(4))),
        2 => list.push((
            "single tetrahedra",
            one.with_partition(Options::default().with_build(Build::Trivial)),
        )),
        3 => list.push(("plain instructions", one.with_isa(Isa::Portable).expect("everywhere"))),
        4 => list.push(("no skipping", one.with_skipping(false))),
        5 => list.push(("exact pieces", one.with_partition(Options::default()))),
        _ => {}
    }
    list
}

/// What the bodies of a family are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum MadeOf {
    Solids,
    /// Solids, skins and shells.
    Surfaces,
    /// These and beams, some of quadratic elements.
    Everything,
}

/// Bodies and the scenes they are in, each with its way to find contacts. Lives of a family are led
/// one after the other in the same scenes, which are most of the work; what was before must not
/// matter.
struct Family {
    resolution: Resolution,
    population: Population,
    scenes: Vec<(&'static str, Scene)>,
    /// A scene without the far body, if there is one.
    without_far: Option<Scene>,
    /// The settings of the first scene.
    config: Config,
    /// The elements that are off, by their bodies.
    dead: BTreeSet<(u32, u32)>,
}

impl Family {
    fn new(resolution: Resolution, made_of: MadeOf, random: &mut SmallRng) -> Self {
        let margin = *pick(random, &[0.0, 1e-9, 1e-3, 1e-3, 0.05, 0.05, 0.05, 0.3, 0.3, 1.5]);
        let mut base = config(margin).with_resolution(resolution);
        if random.random_range(0..4) == 0 {
            let skin = *pick(random, &[0.0, 1e-3, 0.1, 1.0]);
            base = base.with_search_distance(margin + skin).expect("a distance");
        }
        let mut population = Population::new(random);
        if made_of == MadeOf::Everything {
            population.bend(random);
        }
        if made_of != MadeOf::Solids {
            population.hollow_out(random);
        }
        if made_of == MadeOf::Everything {
            population.make_beams(random);
        }
        let settings = settings(base, random);
        let config = settings[0].1;
        let scenes =
            settings.into_iter().map(|(name, config)| (name, population.scene(config))).collect();
        let without_far = population.without_far().map(|near| near.scene(config));
        let dead = BTreeSet::new();
        Self { resolution, population, scenes, without_far, config, dead }
    }

    /// Switches some element of some body off, or on if it was off. Returns what is wrong if scenes
    /// do not agree that there is one.
    fn switch(&mut self, random: &mut SmallRng) -> Option<String> {
        let one = (random.random_range(0..5), random.random_range(0..16));
        let is_active = self.dead.contains(&one);
        let (body, element) = one;
        let switched = |scene: &mut Scene| scene.set_active(body, &[element], is_active).is_ok();
        let found: Vec<bool> = self.scenes.iter_mut().map(|(_, scene)| switched(scene)).collect();
        let near = self.without_far.as_mut().map(switched);
        if found.contains(&true) && !self.dead.remove(&one) {
            self.dead.insert(one);
        }
        // The far body may be the one.
        let differ = found.iter().any(|own| *own != found[0]) || near == Some(true) && !found[0];
        differ.then(|| format!("element {element} of {body} is there in some: {found:?}"))
    }

    /// Detects contacts in all scenes. Returns what is wrong with them, if anything is.
    fn detect(&mut self) -> Option<String> {
        for (_, scene) in &mut self.scenes {
            self.population.place(scene);
            scene.detect();
        }
        let (first, others) = self.scenes.split_first().expect("the default");
        let contacts = first.1.contacts();
        let differing = others.iter().find_map(|(name, scene)| {
            difference(contacts, scene.contacts()).map(|text| format!("{name}: {text}"))
        });
        let near = self.population.without_far().zip(self.without_far.as_mut());
        let with_far = near.and_then(|(near, scene)| {
            near.place(scene);
            let text = difference(contacts, scene.detect());
            text.map(|text| format!("without the far body: {text}"))
        });
        let faulty = || contacts.iter().find_map(fault).or_else(|| repeated(contacts));
        differing.or(with_far).or_else(faulty).or_else(|| {
            let is_whole = self.dead.is_empty();
            is_whole.then(|| missing(&self.population, &first.1, self.resolution)).flatten()
        })
    }

    /// Compares the contacts with those of a scene that is made anew.
    fn compare_anew(&self) -> Option<String> {
        let mut scene = self.population.scene(self.config);
        for &(body, element) in &self.dead {
            scene.set_active(body, &[element], false).expect("it was switched before");
        }
        self.population.place(&mut scene);
        let text = difference(&ageless(self.scenes[0].1.contacts()), &ageless(scene.detect()));
        text.map(|text| format!("in a new scene: {text}"))
    }
}

/// The lives of a family. Returns what is wrong with one, if anything is.
fn live(resolution: Resolution, made_of: MadeOf, seed: u64) -> Option<String> {
    let mut random = SmallRng::seed_from_u64(seed);
    let mut family = Family::new(resolution, made_of, &mut random);
    // In every third family elements die; by numbers of their own, which change no other life.
    let mut fate = SmallRng::seed_from_u64(!seed);
    let is_mortal = seed % 3 == 1;
    for life in 0..LIVES {
        if life > 0 {
            family.population.begin(&mut random);
        }
        for step in 0..random.random_range(2..6) {
            if step > 0 {
                family.population.step(&mut random);
            }
            for _ in 0..if is_mortal { fate.random_range(0..4) } else { 0 } {
                if let Some(text) = family.switch(&mut fate) {
                    return Some(format!("seed {seed}, life {life}, step {step}: {text}"));
                }
            }
            if let Some(text) = family.detect() {
                return Some(format!("seed {seed}, life {life}, step {step}: {text}"));
            }
        }
    }
    let is_compared = random.random_range(0..4) == 0;
    let text = is_compared.then(|| family.compare_anew()).flatten()?;
    Some(format!("seed {seed}: {text}"))
}

fn pick<'a, T>(random: &mut SmallRng, list: &'a [T]) -> &'a T {
    &list[random.random_range(0..list.len())]
}

fn difference(one: &[Contact], two: &[Contact]) -> Option<String> {
    if hash(one) == hash(two) && one == two {
        return None;
    }
    let only = |list: &[Contact], other: &[Contact]| {
        let odd: Vec<_> = list.iter().filter(|contact| !other.contains(contact)).collect();
        format!("{} of {}: {:#?}", odd.len(), list.len(), odd.first())
    };
    Some(format!("first only {}\nsecond only {}", only(one, two), only(two, one)))
}

/// What every contact must satisfy.
fn fault(contact: &Contact) -> Option<String> {
    let vectors = [contact.point_a, contact.point_b, contact.normal];
    let is_finite = vectors.iter().all(|v| v.iter().all(|x| x.is_finite()));
    let sums = contact.sides.iter().all(|side| {
        let sum: f64 = side.weights().iter().sum();
        (sum - 1.0).abs() <= 4.0 * f64::EPSILON && side.weights().iter().all(|w| *w > 0.0)
    });
    let is_unit = (contact.normal.norm() - 1.0).abs() <= 4.0 * f64::EPSILON;
    let is_good = is_finite && sums && is_unit && contact.gap.is_finite();
    (!is_good).then(|| format!("{contact:#?}"))
}

/// Two contacts of one id.
fn repeated(contacts: &[Contact]) -> Option<String> {
    let mut ids = HashMap::new();
    let twice = contacts.iter().find_map(|own| Some((ids.insert(own.id, own)?, own)))?;
    Some(format!("one id: {twice:#?}"))
}

/// A node of the surface that is in a closed tetrahedron of another body and has no closed contact.
fn missing(population: &Population, scene: &Scene, resolution: Resolution) -> Option<String> {
    if resolution != Resolution::Facet {
        return None;
    }
    let has = |body: u32, node: u32, other: u32| {
        scene.contacts().iter().any(|contact| {
            let [a, b] = &contact.sides;
            let is = |one: &gapkit::scene::Side, two: &gapkit::scene::Side| {
                one.body == body && two.body == other && one.nodes() == [node]
            };
            is(a, b) || is(b, a)
        })
    };
    for (body, node, other) in population.inside(is_in_mesh) {
        if !has(body, node, other) {
            return Some(format!("node {node} of {body} is in {other} without a contact"));
        }
    }
    None
}

/// Leads the lives of families on all processors. Returns what went wrong.
fn lead(resolution: Resolution, seeds: std::ops::Range<u64>) -> Vec<String> {
    lead_all(resolution, MadeOf::Solids, seeds)
}

/// The same, with skins and shells.
fn lead_hollow(seeds: std::ops::Range<u64>) -> Vec<String> {
    lead_all(Resolution::Surface, MadeOf::Surfaces, seeds)
}

/// The same, with beams, too.
fn lead_mixed(seeds: std::ops::Range<u64>) -> Vec<String> {
    lead_all(Resolution::Surface, MadeOf::Everything, seeds)
}

fn lead_all(resolution: Resolution, made_of: MadeOf, seeds: std::ops::Range<u64>) -> Vec<String> {
    failures(seeds, |seed| {
        let failure = live(resolution, made_of, seed);
        failure.inspect(|text| println!("{resolution:?}: {text}"))
    })
}

#[test]
fn some_lives_are_the_same_however_contacts_are_found() {
    for resolution in RESOLUTIONS {
        assert_eq!(lead(resolution, 0..200), Vec::<String>::new());
    }
}

#[test]
fn some_lives_of_skins_and_shells_are_the_same_however_contacts_are_found() {
    assert_eq!(lead_hollow(0..200), Vec::<String>::new());
}

#[test]
fn some_lives_of_beams_are_the_same_however_contacts_are_found() {
    assert_eq!(lead_mixed(0..200), Vec::<String>::new());
}

/// A node between two features that are nearer to each other than what counts as the same place:
/// what was in between depended on a body far away.
#[test]
fn lives_that_once_differed_do_not() {
    assert_eq!(lead(Resolution::Facet, 6787..6788), Vec::<String>::new());
}

/// An overlap of about the depth up to which bodies only touch, which came from boxes of the past.
#[test]
fn overlaps_at_the_limit_do_not_depend_on_the_past() {
    assert_eq!(lead(Resolution::Surface, 34349..34350), Vec::<String>::new());
}

/// Nodes at the least number there is: products of directions as short told the wrong vertices to be
/// the farthest, and pairs that touch to be apart.
#[test]
fn the_least_numbers_prove_nothing() {
    for seed in [1867, 4955] {
        assert_eq!(lead(Resolution::Facet, seed..seed + 1), Vec::<String>::new());
    }
}

/// A node may become sharp, or another facet's own, when a facet beside it dies: what was known of how
/// far pairs of the facets around it were from a contact held no longer.
#[test]
fn nodes_whose_facets_die_are_examined_anew() {
    for seed in [4657, 5563] {
        assert_eq!(lead(Resolution::Surface, seed..seed + 1), Vec::<String>::new());
    }
}

/// Two sharp nodes that are each the nearest point to the other: of which body the node is was told
/// by the first side alone, so that both contacts had one id.
#[test]
fn contacts_of_two_corners_have_an_id_each() {
    for seed in [2845, 6562] {
        assert_eq!(lead(Resolution::Surface, seed..seed + 1), Vec::<String>::new());
    }
}

/// Up to four facets of a surface need not share a node, as those of a tetrahedron do.
#[test]
fn surfaces_of_a_few_facets_meet_themselves() {
    for seed in [106_135, 107_337] {
        assert_eq!(lead_mixed(seed..seed + 1), Vec::<String>::new());
    }
}

/// The end of a beam that slides from one segment of its own body to another was a new contact if the
/// order of the two changed.
#[test]
fn ends_of_beams_keep_their_history_in_their_own_body() {
    assert_eq!(lead_mixed(122_308..122_309), Vec::<String>::new());
}

/// `GAPKIT_LIVES=1000000 GAPKIT_SEED=0` say how many lives and where the seeds of families begin:
/// `cargo test --release --test scene -- --ignored many_lives --nocapture`
#[test]
#[ignore = "a soak test"]
fn many_lives_are_the_same_however_contacts_are_found() {
    let number = |name: &str, or: u64| {
        std::env::var(name).ok().map_or(or, |text| text.parse().expect("a number"))
    };
    let (count, seed) = (number("GAPKIT_LIVES", 10_000).div_ceil(LIVES), number("GAPKIT_SEED", 1));
    for resolution in RESOLUTIONS {
        let failures = lead(resolution, seed..seed + count);
        let lives = LIVES * count;
        println!("{resolution:?}: {} of {count} families, {lives} lives, failed", failures.len());
        assert!(failures.is_empty());
    }
    let failures = lead_hollow(seed..seed + count);
    println!("skins and shells: {} of {count} families failed", failures.len());
    assert!(failures.is_empty());
    let failures = lead_mixed(seed..seed + count);
    println!("with beams: {} of {count} families failed", failures.len());
    assert!(failures.is_empty());
}
