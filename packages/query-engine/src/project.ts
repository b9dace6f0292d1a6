import type { ScopeObject } from '@tidemark/contracts';
import type { PathCleaningRule } from '@tidemark/hogql';

/** The data of a project that a query needs. */
export interface QueryProject {
  readonly id: number;
  /** IANA name. */
  readonly timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  readonly weekStartDay: number;
  /** Property filters that exclude internal users, for queries that request it. */
  readonly testAccountFilters?: readonly unknown[];
  /** Path cleaning rules, in order. */
  readonly pathCleaning?: readonly PathCleaningRule[];
  /** Properties that name persons, of which the first one that a person has counts; null for the default ones. */
  readonly personDisplayNames?: readonly string[] | null;
  /**
   * The resources that the caller's scopes allow it to read: they decide which `system.*` tables a statement can name
   * (`SYSTEM_TABLE_SCOPES`). Absent in queries of the product itself, which read none of these tables.
   */
  readonly readable?: readonly ScopeObject[];
}
