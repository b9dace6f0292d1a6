import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import type { Resource, ResourceUsage, UsagePeriod } from '../../queries/usage/usage';

/** The limits by resource. Resources without a limit are missing. */
export type UsageLimits = Readonly<Partial<Record<Resource, number>>>;

interface Usage {
  readonly results: readonly UsagePeriod[];
  /** The current month. */
  readonly month: {
    readonly from: string;
    readonly resets_at: string;
    readonly resources: readonly ResourceUsage[];
  };
}

const LOOK_MS = 60_000;

/** The usage of a project by day or month, in UTC. */
export function usageQuery(
  projectId: number,
  range: { readonly from: string; readonly to: string; readonly interval: 'day' | 'month' },
) {
  return queryOptions({
    queryKey: ['usage', projectId, range],
    placeholderData: keepPreviousData,
    refetchInterval: LOOK_MS,
    queryFn: ({ signal }) => {
      const parameters = new URLSearchParams({
        ...{ date_from: range.from, date_to: range.to, interval: range.interval },
      });
      const path = `/api/projects/${projectId}/usage/?${parameters.toString()}`;
      return request<Usage>('GET', path, { signal });
    },
  });
}

/** The limits of the project, without those of the organization. */
export function limitsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['usage-limits', projectId],
    queryFn: async ({ signal }) => {
      const path = `/api/projects/${projectId}/`;
      return (await request<{ readonly usage_limits: UsageLimits }>('GET', path, { signal }))
        .usage_limits;
    },
  });
}

/**
 * Replaces all limits of the project.
 *
 * @throws ApiError 400
 */
export function saveLimits(projectId: number, limits: UsageLimits): Promise<unknown> {
  return request('PATCH', `/api/projects/${projectId}/`, { body: { usage_limits: limits } });
}
