import type { QueryResponse } from '../api/query-runner';
import type { PeopleBehind } from '../queries/insight/people-behind';
import type { InsightQuery } from '../queries/insight/types';

/** The props of every insight view. */
export interface ViewProps<Q extends InsightQuery = InsightQuery> {
  readonly query: Q;
  readonly response: QueryResponse;
  /** The accessible name of the chart. */
  readonly label: string;
  /** Whether the view is on a dashboard tile, where charts have no table of values. */
  readonly isCompact?: boolean;
  /** The id of the saved insight. Its annotations are shown in addition to those of the project. */
  readonly insightId?: number;
  /** Opens the people behind a number; without it, numbers are plain text. */
  readonly onPeople?: (people: PeopleBehind) => void;
}
