import type { SessionsTimelineQueryBody } from '@tidemark/contracts';
import { sessionsTimelineQuerySchema } from '@tidemark/contracts';
import { parseElementsChain } from '@tidemark/domain';
import { printHogQL, resolveMoment } from '@tidemark/hogql';
import { QueryError } from '../../query-error';
import { wireRows } from '../../respond/wire-rows';
import { documentOf } from '../columns/document';
import type { KindContext, QueryKindDefinition } from '../kind';
import { ast, filled } from '../taxonomy/taxonomy-answer';
import { timingsOf } from '../timings';
import { recordingDurations } from './recording-durations';
import { timelineEntries } from './timeline-entries';

const EVENTS = 1_000;
const SESSIONS = 1_000;

/** Sessions reach over the ends of what is asked for, but hardly by more. */
const REACH_MS = 24 * 3_600_000;

const OF_PERSON = 'AND person_id = {personId}';

/** The sessions that had an event in the time that is asked for, whole, and what happened then outside of any. */
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

/** Events by their sessions, the latest first. */
export const sessionsTimelineQuery: QueryKindDefinition<SessionsTimelineQueryBody> = {
  kind: 'SessionsTimelineQuery',
  schema: sessionsTimelineQuerySchema,
  hasCacheKeys: true,
  async run(body, context) {
    const { modifiers } = body;
    const personId = body.personId ?? null;
    const after = momentOf('after', body.after ?? '-24h', context);
    const before = momentOf('before', body.before ?? '+5s', context);
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

function eventOf(row: readonly unknown[]) {
  const [uuid, timestamp, event, properties, distinctId, chain, session, person] = row;
  const elements = typeof chain === 'string' && chain !== '' ? chain : null;
  const moment = String(timestamp);
  return {
    at: new Date(moment),
    session: typeof session === 'string' && session !== '' ? session : null,
    person: String(person),
    shown: {
      id: String(uuid),
      distinct_id: distinctId,
      event,
      // As Python writes moments, with an offset for UTC, too.
      timestamp: moment.replace(/Z$/, '+00:00'),
      properties: documentOf(properties),
      elements_chain: elements,
      elements: elements === null ? [] : parseElementsChain(elements),
    },
  };
}

function momentOf(field: string, text: string, { now, project }: KindContext): Date {
  const moment = resolveMoment(text, { now, timezone: project.timezone });
  if (moment !== null) return moment;
  const detail = `'${text.slice(0, 100)}' is not a date`;
  throw new QueryError(400, 'validation_error', 'invalid_input', detail, true, { attr: field });
}
