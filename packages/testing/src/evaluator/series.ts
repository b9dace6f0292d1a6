/** A property filter in the wire format (`docs/wire/insights.md#filter-object`). */
export interface Filter {
  readonly key?: string;
  readonly value?: unknown;
  readonly operator?: string;
  readonly type?: string;
  readonly group_type_index?: number;
  readonly negation?: boolean;
}

export interface FilterGroup {
  readonly type: 'AND' | 'OR';
  readonly values: readonly FilterTree[];
}

/** A filter, a group of filters, or a list of which all must pass. */
export type FilterTree = Filter | FilterGroup | readonly FilterTree[];

/** Which events a series reads, and which number it computes from them. */
export interface Series {
  readonly event: string | null;
  /** The id of an action, instead of an event. */
  readonly action?: number;
  /** Several series, instead of an event: events of any of them count. */
  readonly nodes?: readonly Series[];
  readonly math?: string;
  readonly math_property?: string;
  readonly math_property_type?: string;
  readonly math_multiplier?: number;
  readonly math_hogql?: string;
  readonly math_group_type_index?: number;
  readonly properties?: FilterTree;
}
