/** The names in a project that the drafter may use. */
export interface Taxonomy {
  readonly events: readonly string[];
  readonly eventProperties: readonly string[];
  readonly personProperties: readonly string[];
}

/** A statement for a prompt, with what had to be guessed or left out, in whole sentences. */
export interface Drafted {
  readonly outcome: 'drafted';
  /** HogQL, without comments. */
  readonly sql: string;
  readonly notes: readonly string[];
}

/** Nothing in the prompt could be asked of this project. */
export interface Unclear {
  readonly outcome: 'unclear';
  readonly reason: string;
}

export type Draft = Drafted | Unclear;

/** How rows are counted or added up. */
export type Measure =
  | { readonly kind: 'events' | 'users' | 'sessions' | 'events_per_user' }
  | { readonly kind: 'property'; readonly how: Aggregate; readonly property: PropertyName };

/** `0.9` is a quantile. */
export type Aggregate = 'avg' | 'sum' | 'min' | 'max' | 'median' | number;

/** Where a value is found: on the event, on its person, or a column or expression of ours. */
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

/** HogQL expressions; `to` is exclusive. */
export interface TimeRange {
  readonly from: string | null;
  readonly to: string | null;
  /** How the same span before this one begins; null where there is none. */
  readonly previousFrom: string | null;
}

/** Events one after the other, by the same person; `excluded` are not to happen at all. */
export interface Steps {
  readonly events: readonly string[];
  readonly excluded: readonly string[];
}
