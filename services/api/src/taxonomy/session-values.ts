import { astBuilder, printHogQL } from '@tidemark/hogql';
import type { Project } from '@tidemark/postgres';
import type { QueryEngine } from '@tidemark/query-engine';
import { listItems } from '../query-parameters';
import { askQuery } from '../query/ask-query';
import { sessionProperties } from './session-properties';

const MAX_VALUES = 20;
/** The number of newest sessions from which values are suggested. */
const MAX_SESSIONS = 100_000;
const DAYS = 365;
const ast = astBuilder({ start: 0, end: 0 });

/** The channels that a session can have if the caller sends no rules, in PostHog's order. */
const CHANNELS = [
  ...['Cross Network', 'Paid Search', 'Paid Social', 'Paid Video', 'Paid Shopping', 'Paid Unknown'],
  ...['Direct', 'Organic Search', 'Organic Social', 'Organic Video', 'Organic Shopping', 'Push'],
  ...['SMS', 'Audio', 'Email', 'Referral', 'Affiliate', 'Unknown'],
];

/**
 * The values of a session property, the most frequent first. Numbers, times and unknown properties have no
 * suggestions, as in PostHog.
 * @param asked.value part of the values, in any case; empty = any
 */
export async function sessionValues(
  engine: QueryEngine,
  project: Project,
  asked: { readonly key: string; readonly value: string },
  signal: AbortSignal,
): Promise<readonly string[]> {
  const { key, value } = asked;
  if (key === '$channel_type') {
    return CHANNELS.filter((channel) => channel.toLowerCase().includes(value.toLowerCase()));
  }
  const type = sessionProperties.find(({ name }) => name === key)?.propertyType;
  if (type === 'Boolean') return ['1', '0'];
  if (type !== 'String') return [];
  const rows = await askQuery(
    engine,
    project,
    `SELECT value, count() AS sessions FROM (
       SELECT ${printHogQL(ast.field(key))} AS value FROM sessions
       WHERE session_timestamp >= now() - toIntervalDay(${DAYS})
       ORDER BY session_timestamp DESC LIMIT ${MAX_SESSIONS}
     ) WHERE value IS NOT NULL AND value != '' AND (empty({text}) OR value ILIKE {pattern})
     GROUP BY value ORDER BY sessions DESC, value LIMIT ${MAX_VALUES}`,
    { text: value, pattern: `%${value.replace(/[\\%_]/g, '\\$&')}%` },
    signal,
  );
  return [...new Set(rows.flatMap(([found]) => listItems(String(found))))];
}
