import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { api, call, request } from '../../api/client';
import type { LogPage } from '../../queries/activity-log/entry';
import { scopeParameters } from '../../queries/activity-log/kinds';
import type { Search } from '../../session/project-link';

/** The number of entries on a page. */
export const PAGE_SIZE = 50;

/** The page of the log that the URL selects. */
export function logQuery(projectId: number, search: Search) {
  const { kind = '', item = '', user = '', from = '', to = '', page = '1' } = search;
  const parameters = new URLSearchParams({ limit: String(PAGE_SIZE), page });
  const filters = { ...scopeParameters(kind), item_id: item, user, start_date: from, end_date: to };
  for (const [name, value] of Object.entries(filters))
    if (value !== '') parameters.set(name, value);
  const query = parameters.toString();
  return queryOptions({
    queryKey: ['activity-log', projectId, query],
    queryFn: ({ signal }) =>
      request<LogPage>('GET', `/api/projects/${projectId}/activity_log/?${query}`, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** All members of the organization, for the filter by author. */
export const authorsQuery = queryOptions({
  queryKey: ['activity-log-authors'],
  staleTime: 60_000,
  queryFn: async () => {
    const page = await call(
      api.GET('/api/organizations/{organization_id}/members/', {
        params: { path: { organization_id: '@current' }, query: { limit: 1_000 } },
      }),
    );
    return page.results.map(({ user }) => ({ uuid: user.uuid, email: user.email }));
  },
});
