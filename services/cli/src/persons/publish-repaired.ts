import type { ClickHouse } from '@tidemark/clickhouse';
import { identityLines } from '@tidemark/domain';
import type { Database } from '@tidemark/postgres';
import { createIdentityStore } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { createPersonPropertiesCache, forgetChanged } from '@tidemark/redis';

/**
 * Publishes a batch of repaired persons to ClickHouse and to the cache of flag evaluation. If it fails, the batch stays
 * in the outbox, which the ingest-workers publish within a minute.
 */
export async function publishRepaired(
  stores: { readonly database: Database; readonly clickhouse: ClickHouse; readonly redis: Redis },
  outboxId: number,
): Promise<void> {
  const identity = createIdentityStore(stores.database);
  const rows = await identity.pending([outboxId]);
  // An ingest-worker has already published the batch.
  if (rows === null) return;
  await forgetChanged(createPersonPropertiesCache(stores.redis), rows);
  for (const [table, lines] of Object.entries(identityLines(rows))) {
    if (lines.length === 0) continue;
    await stores.clickhouse.insertJsonEachRow(table, Buffer.from(lines.join('\n')));
  }
  await identity.complete([outboxId]);
}
