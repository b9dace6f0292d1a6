import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error';
import { request } from '../../api/client';
import { useProjectId } from '../../session/me';
import { toast } from '../../ui/toast/toasts';

/** The fields of an alert's check that the console reads. */
export interface ShownCheck {
  readonly id: string;
  readonly created_at: string;
  readonly calculated_value: number | null;
  readonly state: string;
  readonly incident: 'begun' | 'ended' | null;
  readonly lower_bound: number | null;
  readonly upper_bound: number | null;
  readonly error: string | null;
}

/** An alert on an insight. */
export interface ShownAlert {
  readonly id: string;
  readonly name: string | null;
  readonly state: 'Firing' | 'Not firing' | 'Errored' | 'Snoozed';
  readonly enabled: boolean;
  readonly snoozed_until: string | null;
  readonly next_check_at: string | null;
  readonly last_value: number | null;
  readonly checks: readonly ShownCheck[];
}

const keyOf = (projectId: number) => ['alerts', projectId] as const;

export function alertsQuery(projectId: number, insightId: number) {
  return queryOptions({
    queryKey: [...keyOf(projectId), 'of', insightId],
    queryFn: ({ signal }) => {
      const path = `/api/projects/${projectId}/alerts/?insight=${insightId}`;
      return request<{ readonly results: readonly ShownAlert[] }>('GET', path, { signal });
    },
  });
}

/** An alert with its latest checks. */
export function alertQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: [...keyOf(projectId), id],
    queryFn: ({ signal }) => {
      const path = `/api/projects/${projectId}/alerts/${id}/?checks_limit=50`;
      return request<ShownAlert>('GET', path, { signal });
    },
  });
}

/** Creates an alert if `id` is null; otherwise changes it, or deletes it if the body is null. */
export function useAlertChange(id: string | null) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: object | null) => {
      const path = `/api/projects/${projectId}/alerts/${id === null ? '' : `${id}/`}`;
      if (body === null) return request<null>('DELETE', path);
      return request<ShownAlert>(id === null ? 'POST' : 'PATCH', path, { body });
    },
    // A deleted alert cannot be loaded, so only the lists are reloaded.
    onSuccess: (_, body) =>
      client.invalidateQueries({
        queryKey: [...keyOf(projectId), ...(body === null ? ['of'] : [])],
      }),
    onError: (error) => toast('danger', messageOf(error)),
  });
}
