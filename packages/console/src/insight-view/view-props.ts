import type { QueryResponse } from '../api/query-runner';
import type { PeopleBehind } from '../queries/insight/people-behind';
import type { InsightQuery } from '../queries/insight/types';

/** What the view of a kind of insight gets. */
export interface ViewProps<Q extends InsightQuery = InsightQuery> {
  readonly query: Q;
  readonly response: QueryResponse;
  /** What the chart is called. */
  readonly label: string;
  /** A tile: no table of values below the chart. */
  readonly isCompact?: boolean;
  /** The saved insight, whose annotations are shown with those of the project. */
  readonly insightId?: number;
  /** Opens the people behind a number; without it numbers are text. */
  readonly onPeople?: (people: PeopleBehind) => void;
}
