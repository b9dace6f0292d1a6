import type { ClickHouse, Topology } from '@tidemark/clickhouse';
import { insertCohortPeople, removeOldCohortPeople } from '@tidemark/clickhouse';
import type { CohortJob } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { CohortCalculations, CohortClaim, ProjectRepository } from '@tidemark/postgres';
import type { CohortPlanContext } from '@tidemark/query-engine';
import { cohortFailureText, planCohort, streamCohortMembers } from '@tidemark/query-engine';
import { criteriaOf, flagOf, servesFlags } from './criteria';
import { dependentsOf } from './dependents';
import type { FlagMemberDeps } from './flag-members';
import { findFlagMembers } from './flag-members';

export interface CohortDeps extends Omit<CohortPlanContext, 'project' | 'now'>, FlagMemberDeps {
  readonly clickhouse: ClickHouse;
  readonly topology: Topology;
  readonly calculations: CohortCalculations;
  readonly projects: Pick<ProjectRepository, 'findById'>;
  /** Announces to the edges that the project's cohorts have changed. */
  readonly announce: (projectId: number) => Promise<void>;
  readonly enqueue: (job: { project_id: number; cohort_id: number }) => Promise<void>;
  readonly now: () => Date;
  /** How old the membership of a dynamic cohort may be. */
  readonly recalculateAfterMs: number;
  /** Aborted when this process stops; the next sweep finds another worker. */
  readonly stopping: AbortSignal;
  readonly logger: Logger;
}

const BATCH = 20_000;

/** Another worker has the claim, so the results of this run are discarded. */
class ClaimLost extends Error {}

/**
 * Calculates the members of a cohort and makes them readable: in ClickHouse for queries, in Postgres for flags that
 * look members up. Until the calculation succeeds, the former membership is read.
 */
export async function calculateCohort(deps: CohortDeps, job: CohortJob): Promise<void> {
  const { calculations } = deps;
  const reference = { projectId: job.project_id, cohortId: job.cohort_id };
  const staleBefore = new Date(deps.now().getTime() - deps.recalculateAfterMs);
  const claim = await calculations.claim(reference, staleBefore);
  if (claim === null) return;
  const logger = deps.logger.child(reference);
  try {
    const count = await writeMembers(deps, claim);
    if (!(await calculations.finish(claim, count))) return;
    logger.info({ count, version: claim.version }, 'cohort calculated');
    await afterwards(deps, claim);
  } catch (error) {
    if (error instanceof ClaimLost) return;
    if (deps.stopping.aborted) {
      await calculations.release(claim);
      return;
    }
    logger.warn({ err: error }, 'a cohort could not be calculated');
    await calculations.fail(claim, cohortFailureText(error));
  }
}

async function writeMembers(deps: CohortDeps, claim: CohortClaim): Promise<number> {
  const { isStatic } = claim.cohort;
  if (!isStatic)
    return streamMembers(deps, claim, { toQueries: true, toFlags: servesFlags(claim.cohort) });
  if (claim.needsSnapshot) await takeSnapshot(deps, claim);
  return copyStaticMembers(deps, claim);
}

/** Finds the members of a static cohort, once. */
async function takeSnapshot(deps: CohortDeps, claim: CohortClaim): Promise<void> {
  const key = flagOf(claim.cohort);
  if (key === null) {
    await streamMembers(deps, claim, { toQueries: false, toFlags: true });
    return;
  }
  const { projectId } = claim.cohort;
  const project = await deps.projects.findById(projectId);
  if (project === null) return;
  const flag = { projectId, key, timezone: project.timezone, now: deps.now() };
  await findFlagMembers(deps, flag, async (personIds) => {
    if (!(await deps.calculations.holds(claim))) throw new ClaimLost();
    await deps.calculations.addMembers(claim, personIds);
  });
}

/** Finds members by the cohort's criteria. */
async function streamMembers(
  deps: CohortDeps,
  claim: CohortClaim,
  target: { readonly toQueries: boolean; readonly toFlags: boolean },
): Promise<number> {
  const { cohort } = claim;
  const criteria = criteriaOf(cohort);
  const project = await deps.projects.findById(cohort.projectId);
  if (criteria === null || project === null) return 0;
  const plan = await planCohort(criteria, { ...deps, project, now: deps.now() });
  let count = 0;
  await streamCohortMembers(deps.clickhouse, plan, {
    projectId: cohort.projectId,
    cohortId: cohort.id,
    batchSize: BATCH,
    signal: deps.stopping,
    onBatch: async (personIds) => {
      if (!(await deps.calculations.holds(claim))) throw new ClaimLost();
      if (target.toQueries) await store(deps, claim, personIds);
      if (target.toFlags) await deps.calculations.addMembers(claim, personIds);
      count += personIds.length;
    },
  });
  return count;
}

/** Members of static cohorts are kept in Postgres; queries get a copy. */
async function copyStaticMembers(deps: CohortDeps, claim: CohortClaim): Promise<number> {
  let count = 0;
  let after: string | null = null;
  for (;;) {
    const personIds: readonly string[] = await deps.calculations.listMembers(claim, after, BATCH);
    await store(deps, claim, personIds);
    count += personIds.length;
    after = personIds.at(-1) ?? null;
    if (personIds.length < BATCH) return count;
    if (!(await deps.calculations.holds(claim))) throw new ClaimLost();
  }
}

async function store(
  deps: CohortDeps,
  claim: CohortClaim,
  personIds: readonly string[],
): Promise<void> {
  await insertCohortPeople(deps.clickhouse, versionOf(claim), personIds);
}

function versionOf({ cohort, version }: CohortClaim) {
  return { teamId: cohort.projectId, cohortId: cohort.id, version };
}

/** Runs after the membership is stored; the next calculation repairs what fails here. */
async function afterwards(deps: CohortDeps, claim: CohortClaim): Promise<void> {
  const { id, projectId, version: previous } = claim.cohort;
  try {
    await deps.announce(projectId);
    const dependents = dependentsOf(id, await deps.cohorts.listLive(projectId));
    await deps.calculations.request(projectId, dependents);
    for (const dependent of dependents) {
      await deps.enqueue({ project_id: projectId, cohort_id: dependent });
    }
    if (claim.version > 1) {
      await removeOldCohortPeople(deps.clickhouse, versionOf(claim), previous, deps.topology);
    }
  } catch (error) {
    deps.logger.warn(
      { err: error, projectId, cohortId: id },
      'a cohort was calculated, but the change was not announced',
    );
  }
}
