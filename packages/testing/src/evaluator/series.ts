/** A property filter as the wire writes it (`docs/wire/insights.md#filter-object`). */
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

/** A filter, a group of them, or a list that all must pass. */
export type FilterTree = Filter | FilterGroup | readonly FilterTree[];

/** The events of a series and the number that is computed. */
export interface Series {
  readonly event: string | null;
  /** The id of an action, instead of an event. */
  readonly action?: number;
  /** Any of these, instead of an event. */
  readonly nodes?: readonly Series[];
  readonly math?: string;
  readonly math_property?: string;
  readonly math_property_type?: string;
  readonly math_multiplier?: number;
  readonly math_hogql?: string;
  readonly math_group_type_index?: number;
  readonly properties?: FilterTree;
}
