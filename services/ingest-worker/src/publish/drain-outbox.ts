import type { ClickHouse } from '@tidemark/clickhouse';
import type { IdentityStore } from '@tidemark/postgres';
import type { WorkerMetrics } from '../worker-metrics';
import { identityLines } from './identity-lines';
import { publishIdentity } from './publish-identity';

const ENTRIES_AT_ONCE = 20;

/**
 * Publishes identities that were committed but whose worker died before ClickHouse had them. With
 * `minAgeMs` the entries of ranges in flight are left to their workers.
 */
export async function drainOutbox(
  deps: {
    readonly identity: IdentityStore;
    readonly clickhouse: ClickHouse;
    readonly metrics: WorkerMetrics;
  },
  minAgeMs: number,
): Promise<void> {
  for (;;) {
    const rows = await deps.identity.unpublished(ENTRIES_AT_ONCE, minAgeMs);
    if (rows === null) return;
    await publishIdentity(deps.clickhouse, deps.metrics, identityLines(rows));
    await deps.identity.complete(rows.ids);
  }
}
