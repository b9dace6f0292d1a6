import { parseSelect } from '@tidemark/hogql';
import type { KindContext } from '../kind';

const RECORDED =
  'select distinct session_id from session_replay_events where session_id in {sessions}';

/** Returns the ids of the given sessions that have a recording. */
export async function recordedSessions(
  sessions: readonly string[],
  context: KindContext,
): Promise<ReadonlySet<string>> {
  const known = [...new Set(sessions)];
  if (known.length === 0) return new Set();
  const compiled = await context.compile(parseSelect(RECORDED), {
    values: { sessions: known },
    defaultLimit: known.length,
  });
  const { rows } = await context.execute(compiled);
  return new Set(rows.map(([session]) => String(session)));
}
