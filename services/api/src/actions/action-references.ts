import { referencedActionIds } from '@tidemark/contracts';
import type { Cohort, CohortRepository } from '@tidemark/postgres';

/** What a project keeps that can name an action: cohorts so far, by the id of the action. */
export async function cohortsByAction(
  cohorts: Pick<CohortRepository, 'listLive'>,
  projectId: number,
): Promise<ReadonlyMap<number, readonly Cohort[]>> {
  const byAction = new Map<number, Cohort[]>();
  for (const cohort of await cohorts.listLive(projectId)) {
    const documents = [cohort.filters, cohort.groups, cohort.query];
    for (const id of referencedActionIds(documents)) {
      const known = byAction.get(id) ?? [];
      byAction.set(id, [...known, cohort]);
    }
  }
  return byAction;
}
