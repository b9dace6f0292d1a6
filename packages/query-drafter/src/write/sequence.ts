import type { Filter, PropertyName, Steps, TimeRange } from '../draft';
import { eventCondition, filterCondition, timeConditions } from './conditions';
import { columnName, literal, propertyExpression } from './sql';

export interface Sequence {
  readonly steps: Steps;
  readonly filters: readonly Filter[];
  readonly range: TimeRange;
  /** A list of people, their number, or the share of the people with the first step that completed the last one. */
  readonly result: 'people' | 'count' | 'conversion';
  readonly breakdown: PropertyName | null;
  readonly limit: number | null;
}

/** A year, like the longest conversion window of a funnel. */
const WINDOW_SECONDS = 366 * 86_400;
const DEFAULT_PEOPLE = 100;

/** Writes a statement about people who did several events in order, and who never did the excluded ones. */
export function writeSequence(sequence: Sequence): string {
  const { steps, breakdown } = sequence;
  const conditions = [
    eventCondition([...new Set([...steps.events, ...steps.excluded])]),
    ...timeConditions(sequence.range),
    ...sequence.filters.map(filterCondition),
  ];
  const group =
    breakdown !== null && sequence.result !== 'people'
      ? { name: breakdownName(breakdown), expression: `any(${propertyExpression(breakdown)})` }
      : null;
  const columns = [
    'person_id',
    ...(group === null ? [] : [`${group.expression} AS ${group.name}`]),
    ...(steps.events.length === 0 ? [] : [`${levelOf(steps.events)} AS level`]),
    ...(steps.excluded.length === 0
      ? []
      : [`countIf(${eventCondition(steps.excluded)}) AS unwanted`]),
    'min(timestamp) AS first_seen',
    'max(timestamp) AS last_seen',
  ];
  const people = [
    `SELECT ${columns.join(', ')}`,
    'FROM events',
    `WHERE ${conditions.join(' AND ')}`,
    'GROUP BY person_id',
  ].join('\n');
  return outer(sequence, people, group?.name ?? null);
}

function outer({ steps, result, limit }: Sequence, people: string, group: string | null): string {
  const inside = `FROM (\n${people.replace(/^/gm, '  ')}\n)`;
  const wanted = [
    ...(steps.events.length === 0 ? [] : [`level >= ${steps.events.length}`]),
    ...(steps.excluded.length === 0 ? [] : ['unwanted = 0']),
  ].join(' AND ');
  if (result === 'people') {
    return [
      'SELECT person_id, first_seen, last_seen',
      inside,
      `WHERE ${wanted}`,
      'ORDER BY last_seen DESC',
      `LIMIT ${limit ?? DEFAULT_PEOPLE}`,
    ].join('\n');
  }
  const by = group === null ? '' : `${group}, `;
  const tail = (order: string): readonly string[] =>
    group === null
      ? []
      : [`GROUP BY ${group}`, `ORDER BY ${order} DESC`, `LIMIT ${limit ?? DEFAULT_PEOPLE}`];
  if (result === 'count') {
    return [`SELECT ${by}count() AS users`, inside, `WHERE ${wanted}`, ...tail('users')].join('\n');
  }
  const converted = `countIf(${wanted})`;
  return [
    `SELECT ${by}count() AS started, ${converted} AS converted, ` +
      `round(100 * ${converted} / nullIf(count(), 0), 2) AS conversion_rate`,
    inside,
    ...(steps.events.length === 0 ? [] : ['WHERE level >= 1']),
    ...tail('started'),
  ].join('\n');
}

function levelOf(events: readonly string[]): string {
  const steps = events.map((event) => `event = ${literal(event)}`);
  // `windowFunnel` needs at least two steps.
  if (steps.length === 1) return `countIf(${steps[0] ?? ''})`;
  return `windowFunnel(${WINDOW_SECONDS})(toUnixTimestamp(timestamp), ${steps.join(', ')})`;
}

function breakdownName(property: PropertyName): string {
  const name = columnName(property);
  return ['person_id', 'level', 'unwanted', 'first_seen', 'last_seen', 'conversion_rate'].includes(
    name,
  )
    ? `by_${name}`
    : name;
}
