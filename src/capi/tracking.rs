//! A pair that moves in small steps.

use super::answer::gapkit_answer;
use super::distance::hull;
use super::pointer::{Out, present};
use super::query::{Options, gapkit_query};
use super::status::{gapkit_status, guard};
use crate::gjk::Cache;

/// What one query leaves behind for the next on the same pair. All zeros are a valid cache, and so
/// is that of any other pair: whatever is in it, the answer is right, and only the time differs.
#[repr(C)]
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct gapkit_cache {
    /// The last direction of the search.
    pub direction: [f64; 3],
    /// The last vertices of A.
    pub vertex_a: [u32; 4],
    /// The last vertices of B.
    pub vertex_b: [u32; 4],
    /// The last support vertices of A and of B.
    pub hint: [u32; 2],
    /// How many vertices there are of each body.
    pub vertex_count: u32,
    /// Always 0.
    pub reserved: u32,
}

impl From<&gapkit_cache> for Cache {
    fn from(cache: &gapkit_cache) -> Self {
        Self {
            ids: [0, 1, 2, 3].map(|i| [cache.vertex_a[i], cache.vertex_b[i]]),
            len: cache.vertex_count as usize,
            direction: cache.direction,
            hints: cache.hint,
        }
    }
}

impl From<&Cache> for gapkit_cache {
    fn from(cache: &Cache) -> Self {
        Self {
            direction: cache.direction,
            vertex_a: cache.ids.map(|pair| pair[0]),
            vertex_b: cache.ids.map(|pair| pair[1]),
            hint: cache.hints,
            vertex_count: cache.len as u32,
            reserved: 0,
        }
    }
}

/// The same as `gapkit_distance` for a pair that moves in small steps: starts from where the last
/// query with this cache ended, and leaves there where this one did. The caller has a cache for
/// each pair, all zeros at first.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_distance_tracked(
    a: *const f64,
    a_count: usize,
    b: *const f64,
    b_count: usize,
    query: *const gapkit_query,
    cache: *mut gapkit_cache,
    answer: *mut gapkit_answer,
) -> gapkit_status {
    // SAFETY: the caller's pointers, as the header asks.
    guard(|| unsafe {
        let mut given = None;
        let (out, options) = (Out::new("answer", answer)?, Options::read(query, &mut given)?);
        let (a, b) = (hull("a", a, a_count)?, hull("b", b, b_count)?);
        let mut known = Cache::from(&present("cache", cache)?.read());
        out.set(gapkit_answer::from(options.distance.tracked(&a, &b, &mut known)));
        Out::new("cache", cache)?.set(gapkit_cache::from(&known));
        Ok(())
    })
}

#[cfg(test)]
mod tests {
    use super::super::status::GAPKIT_OK;
    use super::*;

    #[test]
    fn a_cache_that_is_garbage_does_no_harm() {
        let (a, b) =
            ([0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0, 0.0], [0.0, 0.0, 2.0, 0.0, 0.0, 3.0]);
        let bad = [f64::NAN, f64::INFINITY, -f64::MAX, 0.0];
        for number in [0, 1, 3, 7, u32::MAX] {
            for x in bad {
                let mut cache = gapkit_cache {
                    direction: [x; 3],
                    vertex_a: [number; 4],
                    vertex_b: [number, 0, 1, number],
                    hint: [number; 2],
                    vertex_count: number,
                    reserved: number,
                };
                let mut answer = gapkit_answer::default();
                for _ in 0..2 {
                    let query = std::ptr::null();
                    // SAFETY: the arrays have as many points as given.
                    let status = unsafe {
                        let (a, b) = (a.as_ptr(), b.as_ptr());
                        gapkit_distance_tracked(a, 3, b, 2, query, &mut cache, &mut answer)
                    };
                    assert_eq!((status, answer.distance), (GAPKIT_OK, 2.0));
                }
            }
        }
    }
}
