import type { EventsNode } from '../activity/events-query';
import { EMPTY_NODE } from '../activity/events-query';
import { hogqlName } from '../hogql-text';
import { newTrends } from '../insight/new-insight';
import type { TrendsQuery } from '../insight/types';
import type { HogQLQuery } from '../sql/sql-query';

/** A query for the events with a given name. If a property is given, only events with this property are found. */
export function eventsNamed(event: string, property?: string): EventsNode {
  if (property === undefined) return { ...EMPTY_NODE, event };
  const filter = { type: 'event', key: property, operator: 'is_set', value: 'is_set' };
  return { ...EMPTY_NODE, event, properties: [filter], after: '-30d' };
}

/** A trend of the number of events with a given name. */
export function trendOfEvent(event: string): TrendsQuery {
  return { ...newTrends(), series: [{ kind: 'EventsNode', event, name: event, math: 'total' }] };
}

/** A query for the first rows of a table or view. */
export function rowsOfTable(name: string): HogQLQuery {
  return { kind: 'HogQLQuery', query: `select * from ${hogqlName(name)} limit 100` };
}
