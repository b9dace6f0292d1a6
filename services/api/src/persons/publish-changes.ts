import type { ClickHouse } from '@tidemark/clickhouse';
import { identityLines } from '@tidemark/domain';
import type { Logger } from '@tidemark/platform';
import type { IdentityStore } from '@tidemark/postgres';
import type { PersonPropertiesCache } from '@tidemark/redis';
import { forgetChanged } from '@tidemark/redis';

export interface PublishDeps {
  readonly identity: Pick<IdentityStore, 'pending' | 'complete'>;
  readonly clickhouse: Pick<ClickHouse, 'insertJsonEachRow'>;
  readonly personCache: Pick<PersonPropertiesCache, 'delete'>;
  /** Deletes stored query results, which may contain deleted data. */
  readonly forgetResults: (projectId: number) => Promise<void>;
  readonly logger: Logger;
}

/**
 * Brings a committed change of identity to ClickHouse and to the cache of flag evaluation, before the response. What
 * fails here stays in the outbox, which the ingest workers drain every half minute.
 */
export async function publishChanges(deps: PublishDeps, outboxId: number | null): Promise<void> {
  if (outboxId === null) return;
  try {
    const rows = await deps.identity.pending([outboxId]);
    // A worker that drains the outbox was faster.
    if (rows === null) return;
    await forgetChanged(deps.personCache, rows);
    for (const [table, lines] of Object.entries(identityLines(rows))) {
      if (lines.length === 0) continue;
      await deps.clickhouse.insertJsonEachRow(table, Buffer.from(lines.join('\n')));
    }
    for (const projectId of new Set(rows.tombstones.map((row) => row.projectId))) {
      await deps.forgetResults(projectId);
    }
    await deps.identity.complete([outboxId]);
  } catch (error) {
    deps.logger.warn(
      { err: error },
      'a change of persons could not be published at once; ingest-workers publish it',
    );
  }
}
