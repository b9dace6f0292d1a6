import type { SessionsTimelineQueryBody } from '@tidemark/contracts';
import { sessionsTimelineQuerySchema } from '@tidemark/contracts';
import { parseElementsChain } from '@tidemark/domain';
import type { ReadDate } from '@tidemark/hogql';
import { DATE_FORMS, parseSelect, printHogQL, readDate } from '@tidemark/hogql';
import { QueryError } from '../../query-error';
import { wireRows } from '../../respond/wire-rows';
import { documentOf } from '../columns/document';
import type { KindContext, QueryKindDefinition } from '../kind';
import { CALCULATED } from '../kind';
import { ast, filled } from '../taxonomy/taxonomy-response';
import { timingsOf } from '../timings';
import { timelineEntries } from './timeline-entries';

const EVENTS = 1_000;
const SESSIONS = 1_000;

/** The longest time by which sessions usually extend beyond the requested period. */
const REACH_MS = 24 * 3_600_000;
/** The tolerance for clocks of clients that run ahead. */
const AHEAD_MS = 5_000;

const OF_PERSON = 'AND person_id = {personId}';

/** The complete sessions with an event in the requested period, and the events in that period outside of sessions. */
const statementOf = (
  ofPerson: string,
): string => `SELECT uuid, timestamp, event, properties, distinct_id, elements_chain,
    $session_id AS session, person_id
  FROM events
  WHERE timestamp > toDateTime({earliest}) AND timestamp <= toDateTime({latest}) ${ofPerson}
    AND (
      $session_id IN (
        SELECT $session_id FROM events
        WHERE timestamp > toDateTime({after}) AND timestamp <= toDateTime({before}) ${ofPerson}
          AND notEmpty(ifNull($session_id, ''))
        GROUP BY $session_id ORDER BY max(timestamp) DESC LIMIT ${SESSIONS}
      )
      OR (
        empty(ifNull($session_id, ''))
        AND timestamp > toDateTime({after}) AND timestamp <= toDateTime({before})
      )
    )
  ORDER BY timestamp DESC, uuid LIMIT ${EVENTS}`;

const DURATIONS = `SELECT session_id, dateDiff('second', start_time, end_time)
  FROM session_replay_events WHERE session_id IN {sessions}`;

/** Events by their sessions, the latest first. */
export const sessionsTimelineQuery: QueryKindDefinition<SessionsTimelineQueryBody> = {
  ...CALCULATED,
  kind: 'SessionsTimelineQuery',
  schema: sessionsTimelineQuerySchema,
  staleness: 'any_event',
  async respond(body, context) {
    const { modifiers } = body;
    const personId = body.personId ?? null;
    const { after, before } = boundsOf(body, context);
    const statement = filled(statementOf(personId === null ? '' : OF_PERSON), {
      personId: ast.constant(personId),
      after: ast.constant(after.toISOString()),
      before: ast.constant(before.toISOString()),
      earliest: ast.constant(new Date(after.getTime() - REACH_MS).toISOString()),
      latest: ast.constant(new Date(before.getTime() + REACH_MS).toISOString()),
    });
    const compiled = await context.time('./hogql', () =>
      context.compile(statement, { modifiers, defaultLimit: EVENTS }),
    );
    const executed = await context.time('./clickhouse_execute', () => context.execute(compiled));
    const entries = timelineEntries(wireRows(executed.rows, executed.meta).map(eventOf));
    const sessions = entries.flatMap(({ session }) => session ?? []);
    const durations = await recordingDurations(sessions, context);
    return {
      results: entries.map(({ session, events }) => ({
        sessionId: session,
        events,
        recording_duration_s: (session === null ? null : durations.get(session)) ?? null,
      })),
      hasMore: false,
      hogql: printHogQL(statement),
      timings: timingsOf(body, context),
      modifiers: modifiers ?? {},
      error: null,
    };
  },
};

/** Recorded seconds by session; sessions without a recording are missing. */
async function recordingDurations(
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

function eventOf(row: readonly unknown[]) {
  const [uuid, timestamp, event, properties, distinctId, chain, session, person] = row;
  const elements = typeof chain === 'string' && chain !== '' ? chain : null;
  const text = String(timestamp);
  return {
    at: new Date(text),
    session: typeof session === 'string' && session !== '' ? session : null,
    person: String(person),
    shown: {
      id: String(uuid),
      distinct_id: distinctId,
      event,
      // As Python writes timestamps: with an offset also for UTC.
      timestamp: text.replace(/Z$/, '+00:00'),
      properties: documentOf(properties),
      elements_chain: elements,
      elements: elements === null ? [] : parseElementsChain(elements),
    },
  };
}

/** @throws QueryError for text that is not a date, and for two absolute dates in the wrong order */
function boundsOf(
  body: SessionsTimelineQueryBody,
  context: KindContext,
): { readonly after: Date; readonly before: Date } {
  const since = dateIn('after', body.after ?? '-24h', context);
  const until = body.before ? dateIn('before', body.before, context) : null;
  const before = until?.at ?? new Date(context.now.getTime() + AHEAD_MS);
  if (since.at > before) {
    const order = `after (${since.at.toISOString()}) is later than before (${before.toISOString()})`;
    if (since.isAbsolute && until?.isAbsolute === true) throw mistake('after', order);
    context.warn(`${order}: no event matches.`);
  }
  return { after: since.at, before };
}

function dateIn(field: string, text: string, { now, project }: KindContext): ReadDate {
  const read = readDate(text, {
    now,
    timezone: project.timezone,
    weekStartDay: project.weekStartDay,
  });
  if (read !== null) return read;
  throw mistake(field, `'${text.slice(0, 50)}' is not a date: ${DATE_FORMS}`);
}

function mistake(field: string, detail: string): QueryError {
  return new QueryError(400, 'validation_error', 'invalid_input', detail, true, { attr: field });
}
