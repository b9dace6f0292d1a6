import type { ClickHouse, Topology } from '@tidemark/clickhouse';
import { erasePersons, findUsedIds } from '@tidemark/clickhouse';
import type { Logger } from '@tidemark/platform';
import type { ErasureRewrites, PersonErasure, PersonErasures } from '@tidemark/postgres';
import type { ForgottenPerson } from '@tidemark/redis';

/** The maximum number of persons in one sweep; the next sweep continues. */
const MAX_PERSONS = 200;

/** Longer than the time that any event takes from the edge to its table. */
const SETTLE_MS = 24 * 3_600_000;

/**
 * Removes data of deleted persons from all stores: soon, and again a day later for events that were still in transit.
 * The next sweep repeats failed removals.
 */
export async function eraseDeletedPersons(deps: {
  readonly erasures: PersonErasures;
  readonly clickhouse: ClickHouse;
  readonly topology: Topology;
  readonly rewrites: Pick<ErasureRewrites, 'request'>;
  /** Removes the data in Redis: properties, results, runs and dead letters. */
  readonly forget: (projectId: number, persons: readonly ForgottenPerson[]) => Promise<void>;
  /** Deletes the sent and waiting deliveries of events of these persons. */
  readonly removeDeliveries: (
    projectId: number,
    persons: readonly PersonErasure[],
  ) => Promise<void>;
  readonly now: () => Date;
  readonly logger: Logger;
}): Promise<void> {
  const settledBefore = new Date(deps.now().getTime() - SETTLE_MS);
  const due = await deps.erasures.listDue(settledBefore, MAX_PERSONS);
  for (const [projectId, erasures] of byProject(due)) {
    await erasePersons(deps.clickhouse, deps.topology, projectId, erasures);
    await deps.forget(projectId, erasures);
    await deps.removeDeliveries(projectId, erasures);
    const ids = erasures
      .filter(({ isSecond }) => isSecond)
      .flatMap(({ distinctIds }) => distinctIds);
    const usedIds = await findUsedIds(deps.clickhouse, projectId, ids);
    await deps.rewrites.request();
    await deps.erasures.complete(erasures, usedIds);
    deps.logger.info({ projectId, persons: erasures.length }, 'data of deleted persons removed');
  }
}

function byProject(due: readonly PersonErasure[]): ReadonlyMap<number, readonly PersonErasure[]> {
  const projects = new Map<number, PersonErasure[]>();
  for (const erasure of due) {
    const erasures = projects.get(erasure.projectId);
    if (erasures === undefined) projects.set(erasure.projectId, [erasure]);
    else erasures.push(erasure);
  }
  return projects;
}
