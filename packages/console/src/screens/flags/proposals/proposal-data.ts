import { queryOptions } from '@tanstack/react-query';
import { request } from '../../../api/client';

interface Person {
  readonly email: string;
}

interface Note {
  readonly id: string;
  readonly created_by: Person | null;
  readonly reason: string;
  readonly created_at: string;
}

/** The fields of a change request that the console reads. */
export interface Proposal {
  readonly id: string;
  readonly state: string;
  readonly validation_status: string;
  readonly resource_id: string | null;
  readonly resource_key: string;
  readonly reason: string;
  readonly created_by: Person | null;
  readonly created_at: string;
  readonly expires_at: string;
  readonly apply_error: string;
  readonly intent_display: {
    readonly description: string;
    readonly before: Readonly<Record<string, unknown>>;
    readonly after: Readonly<Record<string, unknown>>;
  };
  readonly approvals: readonly (Note & { readonly decision: string })[];
  readonly comments: readonly Note[];
  readonly can_approve: boolean;
  readonly can_cancel: boolean;
  readonly is_requester: boolean;
}

const path = (projectId: number, rest = ''): string =>
  `/api/projects/${projectId}/change_requests/${rest}`;

export function proposalsQuery(projectId: number, state: string, flagId?: number) {
  const wanted = [
    ...(state === '' ? [] : [`state=${state}`]),
    ...(flagId === undefined ? [] : [`resource_id=${flagId}`]),
  ];
  return queryOptions({
    queryKey: ['proposals', projectId, state, flagId ?? null],
    queryFn: ({ signal }) =>
      request<{ results: readonly Proposal[]; count: number }>(
        'GET',
        path(projectId, `?${wanted.join('&')}`),
        { signal },
      ),
  });
}

export function proposalQuery(projectId: number, id: string) {
  return queryOptions({
    queryKey: ['proposals', projectId, 'one', id],
    queryFn: ({ signal }) => request<Proposal>('GET', path(projectId, `${id}/`), { signal }),
  });
}

/** @throws ApiError 400, 403 */
export function decideProposal(
  projectId: number,
  id: string,
  verb: 'approve' | 'reject' | 'cancel',
  reason: string,
): Promise<{ readonly status: string; readonly message: string }> {
  return request('POST', path(projectId, `${id}/${verb}/`), { body: { reason } });
}

export function commentProposal(projectId: number, id: string, content: string): Promise<unknown> {
  return request('POST', path(projectId, `${id}/comments/`), { body: { content } });
}

export function explainProposal(projectId: number, id: string, reason: string): Promise<unknown> {
  return request('PATCH', path(projectId, `${id}/`), { body: { reason } });
}
