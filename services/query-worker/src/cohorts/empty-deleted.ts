import type { ClickHouse, Topology } from '@tidemark/clickhouse';
import { removeOldCohortPeople } from '@tidemark/clickhouse';
import type { DeletedCohorts } from '@tidemark/postgres';

/** The time for which a deleted cohort can be restored with its members. */
const KEPT_MS = 24 * 3_600_000;
/** The maximum number of cohorts in one sweep; the next sweep continues. */
const MAX_COHORTS = 20;
const MAX_ROWS = 50_000;

/** Removes a limited number of members of cohorts that were deleted a day ago, those of flags first. */
export async function emptyDeletedCohorts(deps: {
  readonly deleted: DeletedCohorts;
  readonly clickhouse: ClickHouse;
  readonly topology: Topology;
  readonly now: () => Date;
}): Promise<void> {
  const { deleted, clickhouse, topology } = deps;
  const before = new Date(deps.now().getTime() - KEPT_MS);
  let left = MAX_ROWS;
  for (const cohort of await deleted.listToEmpty(before, MAX_COHORTS)) {
    left -= await deleted.removeMembers(cohort, left);
    // The cohort may have more members.
    if (left <= 0) return;
    const { projectId: teamId, cohortId, lastVersion } = cohort;
    const above = { teamId, cohortId, version: lastVersion + 1 };
    await removeOldCohortPeople(clickhouse, above, null, topology);
    await deleted.noteEmpty(cohort);
  }
}
