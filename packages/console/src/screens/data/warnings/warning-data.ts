import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client';

/** A warning in its wire format. It can stand for several occurrences (`count`). */
export interface Warning {
  readonly uuid: string;
  readonly distinct_id: string | null;
  readonly timestamp: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly count: number;
}

/** All warnings of one type in a range: the number per day, and the latest warnings. */
export interface WarningSummary {
  readonly type: string;
  readonly severity: string;
  readonly lastSeen: string;
  readonly sparkline: readonly (readonly [count: number, day: string])[];
  readonly warnings: readonly Warning[];
  readonly count: number;
}

export interface WarningFilters {
  /** A text that the type or the details contain; case-sensitive. */
  readonly text: string;
  readonly severity: string;
  /** The first day of the range, `2026-11-23`. */
  readonly after: string;
}

export function warningsQuery(projectId: number, { text, severity, after }: WarningFilters) {
  return queryOptions({
    queryKey: ['ingestion-warnings', projectId, text, severity, after],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const parameters = new URLSearchParams({ after });
      if (text !== '') parameters.set('q', text);
      if (severity !== '') parameters.set('severity', severity);
      const path = `/api/projects/${projectId}/ingestion_warnings/?${parameters.toString()}`;
      const page = await request<{ results: readonly WarningSummary[] }>('GET', path, { signal });
      return page.results;
    },
  });
}
