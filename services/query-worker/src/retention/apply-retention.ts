import type { ClickHouse, Topology } from '@tidemark/clickhouse';
import { removeExpired } from '@tidemark/clickhouse';
import type { Logger } from '@tidemark/platform';
import type { ProjectRetention } from '@tidemark/postgres';
import { keptSince } from './kept-since';

/**
 * Removes data that is older than the retention of its project. A failed project is tried again in the next sweep and
 * does not delay others.
 */
export async function applyRetention(deps: {
  readonly listRetentions: () => Promise<readonly ProjectRetention[]>;
  readonly clickhouse: ClickHouse;
  readonly topology: Topology;
  /** Removes stored results of queries, which may contain deleted data. */
  readonly forgetResults: (projectId: number) => Promise<void>;
  readonly now: () => Date;
  readonly logger: Logger;
}): Promise<void> {
  const { clickhouse, topology, logger } = deps;
  for (const { projectId, eventDays, recordingDays } of await deps.listRetentions()) {
    const kept = {
      events: keptSince(eventDays, deps.now()),
      recordings: keptSince(recordingDays, deps.now()),
    };
    try {
      if (!(await removeExpired(clickhouse, topology, projectId, kept))) continue;
      await deps.forgetResults(projectId);
      logger.info({ projectId, eventDays, recordingDays }, 'expired data removed');
    } catch (error) {
      logger.error({ err: error, projectId }, 'expired data of a project could not be removed');
    }
  }
}
