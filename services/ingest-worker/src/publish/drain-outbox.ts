import type { ClickHouse } from '@tidemark/clickhouse';
import { identityLines } from '@tidemark/domain';
import type { IdentityStore } from '@tidemark/postgres';
import type { PersonPropertiesCache } from '@tidemark/redis';
import { forgetChanged } from '@tidemark/redis';
import type { WorkerMetrics } from '../worker-metrics';
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
