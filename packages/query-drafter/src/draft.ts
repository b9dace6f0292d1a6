/** The names of a project that the drafter may use. */
export interface Taxonomy {
  readonly events: readonly string[];
  readonly eventProperties: readonly string[];
  readonly personProperties: readonly string[];
}

/** A statement for a prompt, and notes about the parts that were guessed or left out, in whole sentences. */
export interface Drafted {
  readonly outcome: 'drafted';
  /** A HogQL statement without comments. */
  readonly sql: string;
  readonly notes: readonly string[];
}

/** The prompt contains nothing that can be queried in this project. */
export interface Unclear {
  readonly outcome: 'unclear';
  readonly reason: string;
}

export type Draft = Drafted | Unclear;

/** How events are counted or aggregated. */
export type Measure =
  | { readonly kind: 'events' | 'users' | 'sessions' | 'events_per_user' }
  | { readonly kind: 'property'; readonly how: Aggregate; readonly property: PropertyName };

/** A number is a quantile, such as `0.9`. */
export type Aggregate = 'avg' | 'sum' | 'min' | 'max' | 'median' | number;

/**
 * Where a value is read from: a property of the event or of its person, or a column or expression of the `events`
 * table.
 */
export interface PropertyName {
  readonly owner: 'event' | 'person' | 'expression';
  readonly name: string;
}

export interface Filter {
  readonly property: PropertyName;
  readonly operator: FilterOperator;
  readonly value: string | number | boolean | null;
}

export type FilterOperator =
  | '='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | 'contains'
  | 'not contains'
  | 'starts with'
  | 'ends with'
  | 'is set'
  | 'is not set';

export type Interval = 'minute' | 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year';

/** The start and the end of a time range as HogQL expressions; the end is excluded. */
export interface TimeRange {
  readonly from: string | null;
  readonly to: string | null;
  /** The start of the range of the same length before this one; null if there is none. */
  readonly previousFrom: string | null;
}

/** Events that the same person did in this order; `excluded` are events that the person must not have done. */
export interface Steps {
  readonly events: readonly string[];
  readonly excluded: readonly string[];
}
