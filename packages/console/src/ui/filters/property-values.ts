import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';
import { runHelper } from '../../api/query-runner';
import type { PropertyFilter } from '../../queries/filters/property-filter';
import { hogqlName, hogqlText } from '../../queries/hogql-text';

type Values = readonly { readonly name: unknown }[];

/** The values of a property that contain the search text, as texts. */
export function propertyValuesQuery(
  projectId: number,
  { type, key, group_type_index: index }: PropertyFilter,
  search: string,
  eventNames: readonly string[] = [],
) {
  return queryOptions({
    queryKey: ['property-values', projectId, type, index ?? null, key, search, eventNames],
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      if (type === 'event' && eventNames.length !== 1) {
        return eventValues(projectId, key, search, eventNames, signal);
      }
      const parameters = new URLSearchParams({ key, value: search });
      if (index !== undefined) parameters.set('group_type_index', String(index));
      const [eventName] = eventNames;
      if (type === 'event' && eventName !== undefined) parameters.set('event_name', eventName);
      const path = `/api/projects/${projectId}/${ROUTES[type] ?? 'events/values/'}`;
      const found = await request<Values | { readonly results: Values }>(
        'GET',
        `${path}?${parameters.toString()}`,
        { signal },
      );
      return textsOf('results' in found ? found.results : found);
    },
  });
}

const ROUTES: Readonly<Record<string, string>> = {
  event: 'events/values/',
  person: 'persons/values/',
  session: 'sessions/values/',
  group: 'groups/property_values/',
};

/** The API route for values accepts only one event, so a query is used for all or several events. */
async function eventValues(
  projectId: number,
  key: string,
  search: string,
  eventNames: readonly string[],
  signal: AbortSignal,
): Promise<readonly string[]> {
  const value = `toString(properties.${hogqlName(key)})`;
  const among =
    eventNames.length === 0 ? '' : ` and event in (${eventNames.map(hogqlText).join(', ')})`;
  const like = hogqlText(`%${search.replaceAll(/[\\%_]/g, String.raw`\$&`)}%`);
  const holds = search === '' ? '' : ` and ${value} ilike ${like}`;
  const query = `select ${value} as value, count() from events
    where timestamp > now() - interval 30 day and value is not null and value != ''${among}${holds}
    group by value order by count() desc limit 50`;
  const { results } = await runHelper<{ results: readonly (readonly [unknown, number])[] }>(
    projectId,
    { kind: 'HogQLQuery', query },
    signal,
  );
  return textsOf(results.map(([name]) => ({ name })));
}

function textsOf(values: Values): readonly string[] {
  const texts = values.map(({ name }) => (typeof name === 'string' ? name : JSON.stringify(name)));
  return [...new Set(texts)].filter((text) => text !== '').slice(0, 50);
}
