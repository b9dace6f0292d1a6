import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { Annotation } from '../../queries/insight/annotations';

interface AnnotationChange {
  readonly content?: string;
  readonly date_marker?: string;
  readonly scope?: 'project' | 'dashboard_item';
  readonly dashboard_item?: number | null;
  readonly deleted?: boolean;
}

/** The annotations that are visible in the project. */
export function annotationsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['annotations', projectId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly Annotation[]> => {
      const path = `/api/projects/${projectId}/annotations/`;
      const page = await request<{ readonly results: readonly Annotation[] }>('GET', path, {
        signal,
      });
      return page.results;
    },
  });
}

/** Creates an annotation, or updates the one with the given id. */
export function useAnnotationChange(projectId: number) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({
      id,
      change,
    }: {
      readonly id: number | null;
      readonly change: AnnotationChange;
    }) =>
      id === null
        ? request('POST', `/api/projects/${projectId}/annotations/`, { body: change })
        : request('PATCH', `/api/projects/${projectId}/annotations/${id}/`, { body: change }),
    onSuccess: () => client.invalidateQueries({ queryKey: ['annotations', projectId] }),
  });
}
