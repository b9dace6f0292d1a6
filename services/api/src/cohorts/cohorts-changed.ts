import type { Logger } from '@tidemark/platform';
import type { AnnounceChange } from '../definitions';

/** The actions after a committed change of a cohort. They never fail the request. */
export interface CohortsChanged {
  /**
   * Edges read the project's flags, and with them its cohorts, again. `calculate`: who is in the cohort has changed
   * and must be calculated.
   */
  (projectId: number, cohortId: number, options: { readonly calculate: boolean }): Promise<void>;
}

/** The queue may lose a job: workers look for cohorts that wait. */
export function createCohortsChanged(deps: {
  readonly announceChange: AnnounceChange;
  readonly enqueue: (job: { project_id: number; cohort_id: number }) => Promise<void>;
  readonly logger: Logger;
}): CohortsChanged {
  return async (projectId, cohortId, { calculate }) => {
    if (calculate) {
      try {
        await deps.enqueue({ project_id: projectId, cohort_id: cohortId });
      } catch (error) {
        deps.logger.warn(
          { err: error, projectId, cohortId },
          'a cohort could not be queued for calculation',
        );
      }
    }
    await deps.announceChange(projectId, 'feature_flags');
  };
}
