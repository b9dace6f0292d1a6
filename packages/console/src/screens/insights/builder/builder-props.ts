import type { InsightQuery } from '../../../queries/insight/types';

export interface BuilderProps<Q extends InsightQuery = InsightQuery> {
  readonly query: Q;
  /** Each call is one finished edit, and one step of Back. */
  readonly onChange: (query: InsightQuery) => void;
}
