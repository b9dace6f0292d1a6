import { parseSelect } from '@tidemark/hogql';
import type { KindContext } from '../kind';

const DURATIONS = `SELECT session_id, dateDiff('second', start_time, end_time)
  FROM session_replay_events WHERE session_id IN {sessions}`;

/** How many seconds were recorded of sessions; of those that were not, nothing. */
export async function recordingDurations(
  sessions: readonly string[],
  context: KindContext,
): Promise<ReadonlyMap<string, number>> {
  if (sessions.length === 0) return new Map();
  const compiled = await context.compile(parseSelect(DURATIONS), {
    values: { sessions },
    defaultLimit: sessions.length,
  });
  const { rows } = await context.execute(compiled);
  return new Map(rows.map(([session, seconds]) => [String(session), Number(seconds)]));
}
