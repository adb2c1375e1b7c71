//! Log messages of a scene to its host.

use std::ffi::{CString, c_char, c_void};

use super::callback::User;
use super::scene::{gapkit_scene, with_scene};
use super::status::{Failure, gapkit_status};
use crate::scene::Scene;

/// How much a message matters: one of GAPKIT_LOG_...
pub type gapkit_log_level = i32;

/// A call was refused or failed.
pub const GAPKIT_LOG_ERROR: gapkit_log_level = 0;
/// What a detection did.
pub const GAPKIT_LOG_DEBUG: gapkit_log_level = 1;

/// Takes a message: its level, one of GAPKIT_LOG_..., and a text that lasts for the call. It is
/// called on the thread that called the scene, before that call returns. It must return in the
/// ordinary way, without exception or longjmp, and must not call the scene. It runs in the default
/// floating-point environment: see the head of this file.
pub type gapkit_log = Option<
    unsafe extern "C" fn(user: *mut c_void, level: gapkit_log_level, message: *const c_char),
>;

/// The host's function for messages, if it has given one.
#[derive(Default)]
pub(super) struct Log {
    function: gapkit_log,
    user: Option<User>,
}

impl Log {
    fn send(&self, level: gapkit_log_level, text: String) {
        let Some(function) = self.function else { return };
        let user = self.user.map_or(std::ptr::null_mut(), |User(user)| user);
        let text = CString::new(text).unwrap_or_default();
        // SAFETY: the host's function with the host's pointer; the text lasts for the call.
        unsafe { function(user, level, text.as_ptr()) }
    }

    pub(super) fn failure(&self, failure: &Failure) {
        if self.function.is_some() {
            self.send(GAPKIT_LOG_ERROR, failure.text.clone());
        }
    }

    pub(super) fn detected(&self, scene: &Scene) {
        if self.function.is_none() {
            return;
        }
        let done = scene.statistics();
        let text = format!(
            "{} contacts of {} candidates, {} of them skipped; \
             broad {:?}, narrow {:?}, build {:?}",
            done.contacts, done.candidates, done.skipped, done.broad, done.narrow, done.build
        );
        self.send(GAPKIT_LOG_DEBUG, text);
    }
}

/// Has messages of a scene sent to a function of the host; NULL for none, as at first. `user` is
/// handed to it. The library prints nothing by itself.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn gapkit_scene_set_log(
    scene: *mut gapkit_scene,
    log: gapkit_log,
    user: *mut c_void,
) -> gapkit_status {
    with_scene(scene, |hosted| {
        hosted.log = Log { function: log, user: Some(User(user)) };
        Ok(())
    })
}
