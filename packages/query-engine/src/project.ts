import type { ScopeObject } from '@tidemark/contracts';
import type { PathCleaningRule } from '@tidemark/hogql';

/** The data of a project that a query needs. */
export interface QueryProject {
  readonly id: number;
  /** IANA name. */
  readonly timezone: string;
  /** 0 = Sunday, 1 = Monday. */
  readonly weekStartDay: number;
  /** Property filters that keep internal users out, for queries that ask for it. */
  readonly testAccountFilters?: readonly unknown[];
  /** Rules by which paths are taken for one, in order. */
  readonly pathCleaning?: readonly PathCleaningRule[];
  /** Properties that people are called by, the first that a person has; null: the usual ones. */
  readonly personDisplayNames?: readonly string[] | null;
  /**
   * The resources that the caller's scopes let it read: which `system.*` tables a statement can name
   * (`SYSTEM_TABLE_SCOPES`). Absent in queries that the product runs for itself: they read none of these tables.
   */
  readonly readable?: readonly ScopeObject[];
}
