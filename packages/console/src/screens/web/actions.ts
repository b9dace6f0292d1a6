import { queryOptions } from '@tanstack/react-query';
import { loadAllPages } from '../../api/all-pages';

interface NamedAction {
  readonly id: number;
  readonly name: string | null;
}

/** The actions of the project by id. */
export function actionNamesQuery(projectId: number) {
  return queryOptions({
    queryKey: ['web-actions', projectId],
    staleTime: 60_000,
    queryFn: async ({ signal }): Promise<ReadonlyMap<number, string>> => {
      const actions = await loadAllPages<NamedAction>(
        `/api/projects/${projectId}/actions/`,
        signal,
      );
      return new Map(actions.map(({ id, name }) => [id, name ?? `Action ${id}`]));
    },
  });
}

/** The id of the action with a name; null if no action or more than one has it. */
export function actionNamed(names: ReadonlyMap<number, string>, name: string): number | null {
  const found = [...names].filter(([, known]) => known === name).map(([id]) => id);
  const [id = null, another] = found;
  return another === undefined ? id : null;
}
