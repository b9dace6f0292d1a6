import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { messageOf } from '../../api/api-error';
import { request } from '../../api/client';
import { useProjectId } from '../../session/me';
import { toast } from '../../ui/toast/toasts';

/** The insight or the dashboard that the subscription sends. */
export type SubscriptionSource = { readonly insight: number } | { readonly dashboard: number };

export type SubscriptionTarget = 'email' | 'slack' | 'webhook';

/** The fields of a subscription that the console reads. */
export interface ShownSubscription {
  readonly id: number;
  readonly title: string | null;
  readonly target_type: SubscriptionTarget;
  readonly target_value: string;
  readonly frequency: string;
  readonly interval: number;
  readonly byweekday: readonly string[] | null;
  readonly bysetpos: number | null;
  readonly start_date: string;
  readonly enabled: boolean;
  readonly summary: string;
  readonly next_delivery_date: string | null;
}

export interface ShownDelivery {
  readonly id: string;
  readonly trigger_type: 'scheduled' | 'manual' | 'target_change';
  readonly status: 'starting' | 'completed' | 'failed' | 'skipped';
  readonly error: { readonly message: string } | null;
  readonly created_at: string;
}

const keyOf = (projectId: number) => ['subscriptions', projectId] as const;
/** A delivery takes seconds, so its state is read at this interval until it is final. */
const WATCH_MS = 2_000;

export function subscriptionsQuery(projectId: number, source: SubscriptionSource) {
  const [name, id] = Object.entries(source)[0] ?? ['insight', 0];
  return queryOptions({
    queryKey: [...keyOf(projectId), 'of', name, id],
    queryFn: ({ signal }) => {
      const path = `/api/projects/${projectId}/subscriptions/?${name}=${id}`;
      return request<{ readonly results: readonly ShownSubscription[] }>('GET', path, { signal });
    },
  });
}

export function deliveriesQuery(projectId: number, id: number) {
  return queryOptions({
    queryKey: [...keyOf(projectId), 'deliveries', id],
    queryFn: ({ signal }) => {
      const path = `/api/projects/${projectId}/subscriptions/${id}/deliveries/?limit=20`;
      return request<{ readonly results: readonly ShownDelivery[] }>('GET', path, { signal });
    },
    refetchInterval: ({ state }) =>
      state.data?.results.some(({ status }) => status === 'starting') === true ? WATCH_MS : false,
  });
}

/** Creates a subscription if `id` is null; otherwise changes the one with this id. */
export function useSubscriptionChange(id: number | null) {
  return useSubscriptionRequest((projectId, body: object) => {
    const path = `/api/projects/${projectId}/subscriptions/${id === null ? '' : `${id}/`}`;
    return request<ShownSubscription>(id === null ? 'POST' : 'PATCH', path, { body });
  });
}

/** Sends the subscription once, immediately. */
export function useTestDelivery(id: number) {
  return useSubscriptionRequest((projectId) =>
    request<null>('POST', `/api/projects/${projectId}/subscriptions/${id}/test-delivery/`),
  );
}

/** Sends a failed delivery again. */
export function useReplay(id: number) {
  return useSubscriptionRequest((projectId, deliveryId: string) => {
    const path = `/api/projects/${projectId}/subscriptions/${id}/deliveries/${deliveryId}/replay/`;
    return request<null>('POST', path);
  });
}

function useSubscriptionRequest<Body, Result>(
  send: (projectId: number, body: Body) => Promise<Result>,
) {
  const projectId = useProjectId();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: Body) => send(projectId, body),
    onSuccess: () => client.invalidateQueries({ queryKey: keyOf(projectId) }),
    onError: (error) => toast('danger', messageOf(error)),
  });
}
