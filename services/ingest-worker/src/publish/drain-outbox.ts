import type { ClickHouse } from '@tidemark/clickhouse';
import type { IdentityStore } from '@tidemark/postgres';
import type { PersonPropertiesCache } from '@tidemark/redis';
import type { WorkerMetrics } from '../worker-metrics';
import type { ChangedIdentity } from './identity-lines';
import { identityLines } from './identity-lines';
import { publishIdentity } from './publish-identity';

const ENTRIES_AT_ONCE = 20;

/**
 * Publishes identities that were committed but whose worker died before ClickHouse and the cache of
 * flag evaluation had them. With
 * `minAgeMs` the entries of ranges in flight are left to their workers.
 */
export async function drainOutbox(
  deps: {
    readonly identity: IdentityStore;
    readonly clickhouse: ClickHouse;
    readonly personCache: Pick<PersonPropertiesCache, 'delete'>;
    readonly metrics: WorkerMetrics;
  },
  minAgeMs: number,
): Promise<void> {
  for (;;) {
    const rows = await deps.identity.unpublished(ENTRIES_AT_ONCE, minAgeMs);
    if (rows === null) return;
    await publishIdentity(deps.clickhouse, deps.metrics, identityLines(rows));
    await forgetChanged(deps.personCache, rows);
    await deps.identity.complete(rows.ids);
  }
}

/** The next flag request reads them from Postgres again. */
async function forgetChanged(
  cache: Pick<PersonPropertiesCache, 'delete'>,
  changed: ChangedIdentity,
): Promise<void> {
  const persons = [...changed.persons, ...changed.tombstones];
  const projects = new Set([...persons, ...changed.distinctIds].map((row) => row.projectId));
  for (const projectId of projects) {
    await cache.delete(projectId, {
      personIds: persons.filter((row) => row.projectId === projectId).map((row) => row.id),
      distinctIds: changed.distinctIds
        .filter((row) => row.projectId === projectId)
        .map((row) => row.distinctId),
    });
  }
}
