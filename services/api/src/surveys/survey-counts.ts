import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { askQuery } from '../query/ask-query';
import type { EventCount } from './survey-stats';
import { SURVEY_EVENTS } from './survey-stats';

export interface SurveyPeriod {
  readonly date_from?: Date | undefined;
  readonly date_to?: Date | undefined;
}

/** One response may arrive in several events, each more complete than the last; they share a submission id. */
const SUBMISSION = `if(ifNull(toString(properties.$survey_submission_id), '') = '', toString(uuid),
  toString(properties.$survey_submission_id))`;
/** A partly completed survey counts as a response, not as a dismissal. */
const COUNTED = `(event != 'survey dismissed'
  OR lower(ifNull(toString(properties.$survey_partially_completed), 'false')) != 'true')`;

function within(period: SurveyPeriod) {
  return {
    clause: `FROM events WHERE event IN {events} AND properties.$survey_id IN {ids} AND ${COUNTED}
      ${period.date_from ? 'AND timestamp >= toDateTime({from})' : ''}
      ${period.date_to ? 'AND timestamp <= toDateTime({to})' : ''}`,
    values: {
      ...(period.date_from && { from: period.date_from.toISOString() }),
      ...(period.date_to && { to: period.date_to.toISOString() }),
    },
  };
}

/** Events of surveys, by name. */
export async function countSurveyEvents(
  engine: QueryEngine,
  project: Project,
  ids: readonly string[],
  period: SurveyPeriod,
  signal: AbortSignal,
): Promise<{ readonly counts: readonly EventCount[]; readonly bothPersons: number }> {
  const { clause, values } = within(period);
  const rows = await askQuery(
    engine,
    project,
    `SELECT event, uniqExact(if(event = 'survey sent', ${SUBMISSION}, toString(uuid))),
       uniqExact(person_id), toUnixTimestamp(min(timestamp)), toUnixTimestamp(max(timestamp))
     ${clause} GROUP BY event`,
    { events: SURVEY_EVENTS, ids, ...values },
    signal,
  );
  const both = await askQuery(
    engine,
    project,
    `SELECT count() FROM (SELECT person_id ${clause}
       GROUP BY person_id HAVING uniqExact(event) = 2)`,
    { events: ['survey dismissed', 'survey sent'], ids, ...values },
    signal,
  );
  return {
    counts: rows.map(([event, count, persons, first, last]) => ({
      event: String(event),
      count: Number(count),
      persons: Number(persons),
      first: timestampOf(first),
      last: timestampOf(last),
    })),
    bothPersons: Number(both[0]?.[0] ?? 0),
  };
}

function timestampOf(seconds: unknown): string {
  return new Date(Number(seconds) * 1_000).toISOString();
}

/** Responses of each survey, by its id. */
export async function countResponses(
  engine: QueryEngine,
  project: Project,
  ids: readonly string[],
  signal: AbortSignal,
): Promise<Record<string, number>> {
  const rows = await askQuery(
    engine,
    project,
    `SELECT properties.$survey_id AS survey, uniqExact(${SUBMISSION}) FROM events
     WHERE event = 'survey sent' AND properties.$survey_id IN {ids} GROUP BY survey LIMIT 10000`,
    { ids },
    signal,
  );
  return Object.fromEntries(rows.map(([survey, count]) => [String(survey), Number(count)]));
}
