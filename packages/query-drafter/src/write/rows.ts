import type { Filter, TimeRange } from '../draft';
import { eventCondition, filterCondition, timeConditions } from './conditions';

/** Writes a statement that lists single events, the newest first. */
export function writeRows(rows: {
  readonly events: readonly string[];
  readonly filters: readonly Filter[];
  readonly range: TimeRange;
  readonly limit: number;
}): string {
  const conditions = [
    ...(rows.events.length === 0 ? [] : [eventCondition(rows.events)]),
    ...timeConditions(rows.range),
    ...rows.filters.map(filterCondition),
  ];
  return [
    'SELECT timestamp, event, distinct_id, properties.$current_url AS url',
    'FROM events',
    ...(conditions.length === 0 ? [] : [`WHERE ${conditions.join(' AND ')}`]),
    'ORDER BY timestamp DESC',
    `LIMIT ${rows.limit}`,
  ].join('\n');
}
