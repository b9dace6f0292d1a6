import type { QueryResponse } from '../api/query-runner';
import type { PeopleBehind } from '../queries/insight/people-behind';
import type { InsightQuery } from '../queries/insight/types';

/** The props of every insight view. */
export interface ViewProps<Q extends InsightQuery = InsightQuery> {
  readonly query: Q;
  readonly response: QueryResponse;
  /** The accessible name of the chart. */
  readonly label: string;
  /** Whether the view is a dashboard tile, which has no table of values below the chart. */
  readonly isCompact?: boolean;
  /** The id of the saved insight, whose annotations are shown together with the project's. */
  readonly insightId?: number;
  /** Opens the people behind a number; without it, numbers are plain text. */
  readonly onPeople?: (people: PeopleBehind) => void;
}
