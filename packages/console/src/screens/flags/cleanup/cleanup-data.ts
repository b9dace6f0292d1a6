import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client';

export interface CleanupRow {
  readonly id: number;
  readonly key: string;
  readonly name: string;
  readonly active: boolean;
  readonly archived: boolean;
  readonly reasons: readonly { readonly code: string; readonly detail: string }[];
  readonly references: readonly {
    readonly repository: string;
    readonly path: string;
    readonly line: number;
    readonly kind: string;
  }[];
  readonly dependents: readonly string[];
  readonly has_experiment: boolean;
}

interface Cleanup {
  readonly days: number;
  readonly scans: readonly {
    readonly repository: string;
    readonly revision: string;
    readonly created_at: string;
  }[];
  readonly results: readonly CleanupRow[];
}

/** The flags that can probably be removed. */
export function cleanupQuery(projectId: number, days: string) {
  return queryOptions({
    queryKey: ['flags', projectId, 'cleanup', days],
    queryFn: ({ signal }) =>
      request<Cleanup>(
        'GET',
        `/api/projects/${projectId}/feature_flags/cleanup/?days=${encodeURIComponent(days)}`,
        { signal },
      ),
  });
}
