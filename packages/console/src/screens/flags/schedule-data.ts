import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';

const path = (projectId: number, rest = ''): string =>
  `/api/projects/${projectId}/scheduled_changes/${rest}`;

/** A scheduled change of a flag. */
export interface ScheduledChange {
  readonly id: number;
  readonly payload: { readonly operation: string; readonly value: unknown };
  readonly scheduled_at: string;
  readonly executed_at: string | null;
  readonly failure_reason: string | null;
  readonly is_recurring: boolean;
  readonly recurrence_interval: string | null;
  readonly cron_expression: string | null;
  readonly timezone: string | null;
  readonly last_executed_at: string | null;
  readonly end_date: string | null;
  readonly created_by: { readonly email: string } | null;
}

export function scheduleQuery(projectId: number, flagId: number) {
  return queryOptions({
    queryKey: ['flags', projectId, String(flagId), 'schedule'],
    queryFn: ({ signal }) =>
      request<{ results: readonly ScheduledChange[] }>(
        'GET',
        path(projectId, `?record_id=${flagId}&limit=200`),
        { signal },
      ),
  });
}

export function createScheduledChange(projectId: number, flagId: number, body: object) {
  const whole = { record_id: String(flagId), model_name: 'FeatureFlag', ...body };
  return request('POST', path(projectId), { body: whole });
}

export function deleteScheduledChange(projectId: number, id: number): Promise<unknown> {
  return request('DELETE', path(projectId, `${id}/`));
}
