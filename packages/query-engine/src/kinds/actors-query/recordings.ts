import type { SelectQuery, Statement } from '@tidemark/hogql';
import { parseSelect } from '@tidemark/hogql';
import { wireRows } from '../../respond/wire-rows';
import type { KindContext } from '../kind';

/** A recorded session with the events of an actor that were counted. */
export interface MatchedRecording {
  readonly session_id: unknown;
  readonly events: readonly {
    readonly uuid: unknown;
    readonly timestamp: unknown;
    readonly window_id: unknown;
  }[];
}

/** The maximum number of events per session. */
const MAX_EVENTS = 10;

const MATCHED = `select toString(actor_id), session_id, uuid, occurred_at, window_id from (select 1) as counted
  where toString(actor_id) in {actors} and session_id in (select session_id from session_replay_events)
  order by occurred_at limit ${MAX_EVENTS} by toString(actor_id), session_id`;

/** The recordings with counted events of the actors, by actor (`docs/wire/query-kinds.md#matched-recordings`). */
export async function matchedRecordings(
  actors: readonly string[],
  events: Statement,
  context: KindContext,
): Promise<ReadonlyMap<string, readonly MatchedRecording[]>> {
  if (actors.length === 0) return new Map();
  const skeleton = parseSelect(MATCHED) as SelectQuery;
  const { selectFrom } = skeleton;
  if (selectFrom === null) throw new Error('the template of the statement has no FROM');
  const statement = { ...skeleton, selectFrom: { ...selectFrom, table: events } };
  const compiled = await context.compile(statement, {
    values: { actors: [...new Set(actors)] },
    defaultLimit: context.maxRows,
  });
  const { rows, meta } = await context.execute(compiled);
  return grouped(wireRows(rows, meta));
}

function grouped(
  rows: readonly (readonly unknown[])[],
): ReadonlyMap<string, readonly MatchedRecording[]> {
  const found = new Map<string, Map<unknown, MatchedRecording>>();
  for (const [actor, session, uuid, timestamp, window] of rows) {
    const sessions = found.get(String(actor)) ?? new Map<unknown, MatchedRecording>();
    const events = sessions.get(session)?.events ?? [];
    const event = { uuid, timestamp, window_id: window };
    sessions.set(session, { session_id: session, events: [...events, event] });
    found.set(String(actor), sessions);
  }
  return new Map([...found].map(([actor, sessions]) => [actor, [...sessions.values()]]));
}
