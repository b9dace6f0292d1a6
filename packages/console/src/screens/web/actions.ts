import { queryOptions } from '@tanstack/react-query';
import { request } from '../../api/client';

interface NamedAction {
  readonly id: number;
  readonly name: string | null;
}

/**
 * The maximum number of actions that are loaded. Goals are among the first; actions beyond this number are shown by
 * their id.
 */
const MOST = 200;

/** The actions of the project by id. */
export function actionNamesQuery(projectId: number) {
  return queryOptions({
    queryKey: ['web-actions', projectId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
      const { results } = await request<{ readonly results: readonly NamedAction[] }>(
        'GET',
        `/api/projects/${projectId}/actions/?limit=${MOST}`,
        { signal },
      );
      return new Map(results.map(({ id, name }) => [id, name ?? `Action ${id}`]));
    },
  });
}

/** The id of the action with a name; null if no action or more than one has it. */
export function actionNamed(names: ReadonlyMap<number, string>, name: string): number | null {
  const found = [...names].filter(([, known]) => known === name).map(([id]) => id);
  const [id = null, another] = found;
  return another === undefined ? id : null;
}
