import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { Rollout } from '../../queries/flags/rollout';

const path = (projectId: number, rest = ''): string =>
  `/api/projects/${projectId}/guarded_rollouts/${rest}`;

const REFRESH_MS = 15_000;

/** The rollouts of a flag, newest first, without their checks. */
export function rolloutsQuery(projectId: number, flagId: number) {
  return queryOptions({
    queryKey: ['flags', projectId, String(flagId), 'rollouts'],
    refetchInterval: REFRESH_MS,
    queryFn: ({ signal }) =>
      request<{ results: readonly Rollout[] }>(
        'GET',
        path(projectId, `?feature_flag_id=${flagId}`),
        {
          signal,
        },
      ),
  });
}

/** A rollout with its checks. */
export function rolloutQuery(projectId: number, rollout: Rollout) {
  return queryOptions({
    queryKey: ['flags', projectId, String(rollout.feature_flag_id), 'rollouts', rollout.id],
    refetchInterval: rollout.status === 'running' ? REFRESH_MS : false,
    queryFn: ({ signal }) => request<Rollout>('GET', path(projectId, `${rollout.id}/`), { signal }),
  });
}

export function beginRollout(projectId: number, body: object): Promise<Rollout> {
  return request('POST', path(projectId), { body });
}

export function stopRollout(projectId: number, id: number): Promise<Rollout> {
  return request('POST', path(projectId, `${id}/stop/`), { body: {} });
}
