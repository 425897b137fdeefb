//! Runs in one process or in several.

#[cfg(feature = "cluster")]
mod coordinator;

use super::{
    Result,
    exit::Exit,
    work_dir::{RunRequest, SavedRun},
};

/// Does `work` with a saved run. In a run of several processes, process 0 does it, and the others
/// serve process 0.
pub fn run(
    request: &RunRequest<'_>,
    work: impl FnOnce(&mut SavedRun<'_>) -> Result<Exit>,
) -> Result<Exit> {
    if !request.is_for_cluster() {
        return work(&mut SavedRun::new(request, None));
    }
    #[cfg(feature = "cluster")]
    {
        coordinator::run(request, work)
    }
    #[cfg(not(feature = "cluster"))]
    {
        let error = crate::sliding::SolveError::NoCluster;
        Err(super::work_dir::user_error(request.command, error))
    }
}
