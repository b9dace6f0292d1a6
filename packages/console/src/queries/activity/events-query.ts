import { endOfDay, isCivilDate } from '../date-range';
import type { PropertyFilter } from '../filters/property-filter';
import { filtersOf } from '../filters/property-filter';
import { hogqlName } from '../hogql-text';

/** The parts of an `EventsQuery` that the activity screen edits. Other parts are kept. */
export type EventsNode = Readonly<Record<string, unknown>> & {
  readonly kind: 'EventsQuery';
  readonly select?: readonly string[];
  readonly event?: string | null;
  readonly properties?: unknown;
  readonly after?: string | null;
  readonly before?: string | null;
};

export const TIME = 'timestamp';
export const PERSON = 'person_display_name -- Person';
/** The default columns. */
export const DEFAULT_COLUMNS: readonly string[] = [
  TIME,
  'event',
  PERSON,
  'properties.$current_url',
  'properties.$lib',
];
const DEFAULT_RANGE = { date_from: '-7d', date_to: null } as const;
export const PAGE_ROWS = 200;

export const EMPTY_NODE: EventsNode = { kind: 'EventsQuery' };

export function isEventsNode(node: { readonly kind: string } | null): node is EventsNode {
  return node?.kind === 'EventsQuery';
}

/** Changes some parts of the query. A part that is undefined or empty is removed. */
export function changeNode(node: EventsNode, change: Partial<EventsNode>): EventsNode {
  const entries = Object.entries({ ...node, ...change }).filter(([, value]) => isSaid(value));
  return { ...Object.fromEntries(entries), kind: 'EventsQuery' };
}

function isSaid(value: unknown): boolean {
  return value !== undefined && value !== null && !(Array.isArray(value) && value.length === 0);
}

/** The chosen columns: expressions in the wire format, each with an optional label after `--`. */
export function columnsOf({ select }: EventsNode): readonly string[] {
  const chosen = (select ?? []).filter((expression) => expression !== '*');
  return chosen.length === 0 ? DEFAULT_COLUMNS : chosen;
}

/** The columns that the server must compute because they are not in the event itself. */
export function selectedColumns(node: EventsNode): readonly string[] {
  return columnsOf(node).filter(
    (expression) => expression !== PERSON && ownValue(expression) === null,
  );
}

export function filtersOfNode({ properties }: EventsNode): readonly PropertyFilter[] {
  return filtersOf(properties);
}

/** The date range of the query in the format of the date picker. */
export function rangeOfNode({ after, before }: EventsNode) {
  return { date_from: after ?? DEFAULT_RANGE.date_from, date_to: before ?? null };
}

/**
 * The query of one page. All pages end at the same timestamp, so that new events do not move the rows.
 *
 * @param until ISO 8601: the time at which the first page was requested
 */
export function pageQuery(node: EventsNode, until: string, offset: number) {
  const { date_from: after, date_to: before } = rangeOfNode(node);
  return {
    ...node,
    select: ['*', PERSON, ...selectedColumns(node)],
    after,
    // `before` is exclusive, but the last day of a range is included in it.
    before: before === null ? until : isCivilDate(before) ? endOfDay(before) : before,
    orderBy: ['timestamp DESC'],
    limit: PAGE_ROWS,
    offset,
  };
}

/** The parameters with which the live stream returns the same events as the query. */
export function liveParameters(node: EventsNode): URLSearchParams {
  const parameters = new URLSearchParams();
  const { event, properties, where, personId, actionId } = node;
  if (typeof event === 'string') parameters.set('event', event);
  if (isSaid(properties)) parameters.set('properties', JSON.stringify(properties));
  if (isSaid(where)) parameters.set('where', JSON.stringify(where));
  if (typeof personId === 'string') parameters.set('person_id', personId);
  if (typeof actionId === 'number') parameters.set('action_id', String(actionId));
  return parameters;
}

/** The name of the event property that an expression reads; null for any other expression. */
export function propertyKey(expression: string): string | null {
  const [, quoted, plain] =
    /^properties\.(?:`((?:[^`\\]|\\.)+)`|([A-Za-z_$][\w$]*))$/.exec(expression.trim()) ?? [];
  return plain ?? quoted?.replaceAll(/\\(.)/g, '$1') ?? null;
}

/** The column expression that reads a property. */
export function columnExpression(kind: string, key: string): string {
  if (kind === 'hogql') return key;
  const owners: Readonly<Record<string, string>> = {
    event: 'properties',
    person: 'person.properties',
    session: 'session',
  };
  return `${owners[kind] ?? 'properties'}.${hogqlName(key)}`;
}

/** The heading of a column. */
export function columnLabel(expression: string): string {
  const fixed: Readonly<Record<string, string>> = { timestamp: 'Time', event: 'Event' };
  const [formula = '', label] = expression.split('--').map((part) => part.trim());
  return label ?? fixed[formula] ?? propertyKey(formula) ?? formula;
}

/** The field of the event itself that an expression reads; null if the server must compute the value. */
export function ownValue(
  expression: string,
): 'timestamp' | 'event' | 'distinct_id' | 'uuid' | { readonly property: string } | null {
  const formula = expression.split('--')[0]?.trim() ?? '';
  switch (formula) {
    case 'timestamp':
    case 'event':
    case 'distinct_id':
    case 'uuid':
      return formula;
    default: {
      const property = propertyKey(formula);
      return property === null ? null : { property };
    }
  }
}
