import type { ClickHouse } from '@tidemark/clickhouse';
import { identityLines } from '@tidemark/domain';
import type { IdentityStore } from '@tidemark/postgres';
import type { PersonPropertiesCache } from '@tidemark/redis';
import { forgetChanged } from '@tidemark/redis';
import type { WorkerMetrics } from '../worker-metrics';
import { publishIdentity } from './publish-identity';

const ENTRIES_AT_ONCE = 20;

/**
 * Publishes committed identities whose worker died before it had written them into ClickHouse and the cache of
 * flag evaluation. `minAgeMs` leaves out newer entries, which their workers still publish.
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
