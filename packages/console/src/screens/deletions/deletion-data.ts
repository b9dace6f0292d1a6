import { keepPreviousData, queryOptions, useQueryClient } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { Deletion, DeletionDraft } from '../../queries/deletions/deletion';
import { deletionBody, isUnderWay } from '../../queries/deletions/deletion';

/** An example of an event that a deletion would delete. */
export interface Sample {
  readonly uuid: string;
  readonly event: string;
  readonly timestamp: string;
  readonly distinct_id: string;
  readonly properties: Readonly<Record<string, unknown>>;
}

export type Preview = Deletion & { readonly samples: readonly Sample[] };

export const DELETION_ROWS = 50;
const LOOK_MS = 1_500;

const path = (projectId: number, rest = ''): string =>
  `/api/projects/${projectId}/event_deletions/${rest}`;

/** A page of deletions, newest first. It is reloaded while a deletion is in progress. */
export function deletionListQuery(projectId: number, offset: number) {
  return queryOptions({
    queryKey: ['deletions', projectId, offset],
    placeholderData: keepPreviousData,
    queryFn: ({ signal }) =>
      request<{ readonly count: number; readonly results: readonly Deletion[] }>(
        'GET',
        path(projectId, `?limit=${DELETION_ROWS}&offset=${offset}`),
        { signal },
      ),
    refetchInterval: ({ state }) =>
      (state.data?.results ?? []).some(isUnderWay) ? LOOK_MS : false,
  });
}

/** Returns a function that reloads the deletions after a command. */
export function useDeletionsChanged(projectId: number): () => Promise<void> {
  const client = useQueryClient();
  return () => client.invalidateQueries({ queryKey: ['deletions', projectId] });
}

/**
 * Counts the events that a deletion would delete and returns examples. It deletes nothing.
 *
 * @throws ApiError 400
 */
export function previewDeletion(projectId: number, draft: DeletionDraft): Promise<Preview> {
  return request('POST', path(projectId), { body: deletionBody(draft) });
}

/**
 * Starts a deletion.
 *
 * @throws ApiError 400 if the preview has expired or another deletion is in progress
 */
export function confirmDeletion(projectId: number, id: string, count: number): Promise<unknown> {
  return request('POST', path(projectId, `${id}/confirm/`), { body: { count } });
}

export function cancelDeletion(projectId: number, id: string): Promise<unknown> {
  return request('POST', path(projectId, `${id}/cancel/`), { body: {} });
}
