import type { PathCleaningRule } from '@tidemark/hogql';

/** What a query needs to know about its project. */
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
  /** Whether who asks may read who changed what: `system.activity_logs`. */
  readonly seesActivityLog?: boolean;
}
