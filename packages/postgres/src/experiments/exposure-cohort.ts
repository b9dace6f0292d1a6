import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { historyEntry } from '../activity-log/history';
import type { Recorded, Writer } from '../activity-log/unit-of-work';
import type { Cohort, CohortFields } from '../cohorts/cohort';
import { COHORT_HISTORY } from '../cohorts/cohort-history';
import { insertCohort } from '../cohorts/insert-cohort';
import { EXPERIMENT_HISTORY } from './experiment-history';
import type { Experiment } from './experiment';

/** Inserts the cohort of an experiment's exposed people, and stores its id in the experiment. */
export async function insertExposureCohort(
  tx: Writer,
  by: ProjectAuthor,
  experiment: Experiment,
  fields: Partial<CohortFields>,
): Promise<Recorded<Cohort>> {
  const owner = { projectId: by.projectId, userId: by.userId, experimentId: experiment.id };
  const cohort = await insertCohort(tx, owner, fields);
  await tx
    .updateTable('experiments')
    .set({ exposure_cohort_id: cohort.id, updated_at: sql<Date>`now()` })
    .where('project_id', '=', by.projectId)
    .where('id', '=', experiment.id)
    .execute();
  const changed = { ...experiment, exposureCohortId: cohort.id };
  return {
    result: cohort,
    entries: [
      historyEntry(COHORT_HISTORY, by, null, cohort),
      historyEntry(EXPERIMENT_HISTORY, by, experiment, changed),
    ],
  };
}
