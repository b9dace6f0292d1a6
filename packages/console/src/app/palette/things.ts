import { queryOptions } from '@tanstack/react-query';
import { runHelper } from '../../api/query-runner';
import type { PaletteEntry } from './palette-entries';

export type Thing = Omit<PaletteEntry, 'run'> & {
  /** Address below the project. */
  readonly path: string;
};

/** Everything with a name that a screen shows: one query over the system tables. */
const THINGS = `
select 'Insight' as type, toString(id) as id, name as label from system.insights
union all select 'Dashboard', toString(id), name from system.dashboards
union all select 'Flag', toString(id), key from system.feature_flags
union all select 'Cohort', toString(id), name from system.cohorts where deleted = 0
`;

const PLACES: Readonly<Record<string, Pick<Thing, 'icon' | 'path'>>> = {
  Insight: { icon: 'chart-line', path: 'insights/' },
  Dashboard: { icon: 'layout-dashboard', path: 'dashboard/' },
  Cohort: { icon: 'list', path: 'cohorts/' },
  Flag: { icon: 'flag', path: 'feature_flags/' },
};

/** The named things of a project. */
export function thingsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['palette-things', projectId],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<readonly Thing[]> => {
      const query = { kind: 'HogQLQuery', query: THINGS };
      const response = await runHelper<{ results: [string, string, string | null][] }>(
        projectId,
        query,
        signal,
      );
      return response.results.flatMap(([group, id, label]) => {
        const place = PLACES[group];
        if (place === undefined || label === null || label === '') return [];
        return [{ id, group, label, icon: place.icon, path: `${place.path}${id}` }];
      });
    },
  });
}
