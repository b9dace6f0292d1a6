import { setTimeout as sleep } from 'node:timers/promises';
import type { ClickHouse } from '@tidemark/clickhouse';

export interface IngestedDeps {
  readonly clickhouse: Pick<ClickHouse, 'query'>;
  /** The worker stops. */
  readonly stopping: AbortSignal;
  /** Between two looks at the events that ingestion still writes. */
  readonly waitMs: number;
}

/** Looks without a new event after which ingestion is done with the project. */
const QUIET_LOOKS = 3;
const MAX_LOOKS = 60;

/**
 * Waits until ingestion has written what was sent to a project: until the given number of events is stored, or no new
 * event is for some looks. Gives up after a minute of looks of a second.
 *
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
