import type { AstBuilder } from '../../syntax/build';
import type { DateContext } from '../../dates/relative-date';
import type { PathCleaningRule } from './path-cleaning';

/** One property filter in the wire format; each part is checked when it is compiled. */
export interface PropertyFilter {
  readonly key?: unknown;
  readonly value?: unknown;
  readonly operator?: unknown;
  readonly type?: unknown;
  readonly group_type_index?: unknown;
  readonly negation?: unknown;
}

/** The kind of rows that are filtered. */
export type FilterScope = 'event' | 'person' | 'group' | 'session';

/** The context in which a filter is compiled: its table, and the reference for its dates. */
export interface FilterContext extends DateContext {
  readonly scope: FilterScope;
  /** The alias of the table in the statement. */
  readonly table: string;
  readonly ast: AstBuilder;
  /** The project's rules, for `is_cleaned_path_exact`. */
  readonly pathCleaning?: readonly PathCleaningRule[];
}
