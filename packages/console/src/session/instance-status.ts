import { queryOptions } from '@tanstack/react-query';
import { api, call } from '../api/client';

/** The interval between two requests while a screen shows the status. */
export const STATUS_EVERY_MS = 10_000;

export type InstanceStatus = Awaited<ReturnType<typeof readStatus>>;

const readStatus = (signal?: AbortSignal) => call(api.GET('/api/instance_status/', { signal }));

/** Whether ingestion is healthy, with the reasons; for sessions with the scope `organization:write`. */
export const statusQuery = queryOptions({
  queryKey: ['instance-status'],
  queryFn: ({ signal }) => readStatus(signal),
  refetchInterval: STATUS_EVERY_MS,
  retry: 1,
});
