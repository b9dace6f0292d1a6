import type { PropertiesTimelineBody } from '@tidemark/contracts';
import { astBuilder, timestampExpr, printHogQL } from '@tidemark/hogql';
import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { askQuery } from '../query/ask-query';
import type { TimelineQuery } from './timeline-query';
import type { TimelineRange } from './timeline-range';

const MAX_POINTS = 1_000;
const ast = astBuilder({ start: 0, end: 0 });

/**
 * How a person's properties changed, as the events saw them: a point for the first event and for each one
 * where a property that matters differs from the event before. Each counts the events until the next.
 */
export async function propertiesTimeline(
  engine: QueryEngine,
  project: Project,
  personId: string,
  { query, range }: { readonly query: TimelineQuery; readonly range: TimelineRange },
  signal: AbortSignal,
): Promise<PropertiesTimelineBody> {
  const values = query.keys.map((key) =>
    ast.call('ifNull', ast.call('toString', ast.field('poe', 'properties', key)), ast.constant('')),
  );
  const compared = printHogQL(ast.call('array', ast.constant(''), ...values));
  const rows = await askQuery(
    engine,
    project,
    `SELECT occurred_at, document, place, total FROM (
       SELECT occurred_at, document, compared, row_number() OVER (ORDER BY occurred_at, id) AS place,
         count() OVER () AS total,
         lagInFrame(compared) OVER (
           ORDER BY occurred_at, id ROWS BETWEEN 1 PRECEDING AND CURRENT ROW) AS previous
       FROM (
         SELECT timestamp AS occurred_at, uuid AS id, toString(poe.properties) AS document,
           ${compared} AS compared
         FROM events
         WHERE person_id = toUUID({person}) AND ${printHogQL(isCounted(query))}
           AND timestamp >= ${printHogQL(timestampExpr(range.from, ast))}
           AND timestamp < ${printHogQL(timestampExpr(new Date(range.to.getTime() + 1), ast))}
       )
     ) WHERE place = 1 OR compared != previous ORDER BY place LIMIT ${MAX_POINTS + 1}`,
    { person: personId },
    signal,
  );
  return {
    points: rows.slice(0, MAX_POINTS).map(([time, document, place, total], i) => ({
      timestamp: wireTimestamp(String(time)),
      properties: JSON.parse(String(document)) as Record<string, unknown>,
      relevant_event_count: Number(rows[i + 1]?.[2] ?? Number(total) + 1) - Number(place),
    })),
    crucial_property_keys: [...query.keys],
    effective_date_from: range.fromText,
    effective_date_to: range.toText,
  };
}

/** Only what events and actions are named counts; filters on them do not, as in PostHog. */
function isCounted({ events, actions }: TimelineQuery) {
  if (events.includes(null) || events.length + actions.length === 0) return ast.constant(true);
  return ast.or([
    ...events.map((name) => ast.compare('==', ast.field('event'), ast.constant(name))),
    ...actions.map((id) => ast.call('matchesAction', ast.constant(id))),
  ]);
}

/** A time of a response in UTC, with its microseconds. */
function wireTimestamp(text: string): string {
  const fraction = (/\.(\d+)/.exec(text)?.[1] ?? '').padEnd(6, '0');
  const seconds = new Date(text).toISOString().slice(0, 19);
  return /^0*$/.test(fraction) ? `${seconds}Z` : `${seconds}.${fraction}Z`;
}
