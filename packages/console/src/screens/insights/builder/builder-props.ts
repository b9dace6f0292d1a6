import type { InsightQuery } from '../../../queries/insight/types';

export interface BuilderProps<Q extends InsightQuery = InsightQuery> {
  readonly query: Q;
  /** Called once for each complete edit, which becomes an entry in the browser history. */
  readonly onChange: (query: InsightQuery) => void;
}
