import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouse } from '@tidemark/clickhouse';

export interface IngestedDeps {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  /** Aborted when the worker stops. */
  readonly stopping: AbortSignal;
  /** The time between two checks for events that ingestion still writes. */
  readonly waitMs: number;
}

/** The number of checks without a new event after which ingestion counts as finished for the project. */
const QUIET_LOOKS = 3;
const MAX_LOOKS = 60;

/**
 * Waits until ingestion has stored the events sent to a project: until the given number is stored, or several checks
 * find no new event. Gives up after a minute of checks, one per second.
 * @throws an abort error when the worker stops
 */
export async function untilIngested(
  { clickhouse, stopping, waitMs }: IngestedDeps,
  projectId: number,
  wanted = Infinity,
): Promise<void> {
  let before = -1;
  let quiet = 0;
  for (let look = 0; look < MAX_LOOKS && quiet < QUIET_LOOKS; look += 1) {
    const { rows } = await clickhouse.query<[string | number]>({
      name: 'events_of_sample',
      sql: 'SELECT count() FROM events WHERE team_id = {team:Int64}',
      params: { team: projectId },
    });
    const found = Number(rows[0]?.[0] ?? 0);
    if (found >= wanted) return;
    quiet = found === before ? quiet + 1 : 0;
    before = found;
    await sleep(waitMs, undefined, { signal: stopping });
  }
}
