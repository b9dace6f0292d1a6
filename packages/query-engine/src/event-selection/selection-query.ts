import { containsAggregation, HogQLError, parseExpr } from '@tidemark/hogql';

/** Conditions on events; all must hold. */
export interface EventSelection {
  /** Names, of which one must match; empty for events of any name. */
  readonly events: readonly string[];
  /** Inclusive. */
  readonly dateFrom: Date | null;
  /** Exclusive. */
  readonly dateTo: Date | null;
  /** Property filters: a list, or groups of them. */
  readonly properties: unknown;
  /** HogQL. */
  readonly condition: string | null;
}

/** Later than the timestamp of any event. */
const NO_BOUND = '2299-12-31';

/**
 * An `EventsQuery` with the conditions of the selection.
 *
 * @throws HogQLError for a condition with aggregations, which has no value for a single event
 */
export function selectionQuery({
  events,
  dateFrom,
  dateTo,
  properties,
  condition,
}: EventSelection) {
  if (condition !== null && containsAggregation(parseExpr(condition))) {
    throw new HogQLError('hogql_query_error', 'A condition of events must not aggregate.');
  }
  return {
    kind: 'EventsQuery',
    ...(events.length > 0 && { events: [...events] }),
    ...(properties !== null && { properties: properties as object }),
    where: [
      ...(condition === null ? [] : [condition]),
      ...(dateFrom === null ? [] : [`timestamp >= '${dateFrom.toISOString()}'`]),
      ...(dateTo === null ? [] : [`timestamp < '${dateTo.toISOString()}'`]),
    ],
    after: 'all',
    before: NO_BOUND,
  } as const;
}
