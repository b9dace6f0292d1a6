import { queryOptions } from '@tanstack/react-query';
import { loadAllPages } from '../../api/all-pages';
import { runFresh } from '../../api/query-runner';
import type { PaletteEntry } from './palette-entries';

export type Thing = Omit<PaletteEntry, 'run'> & {
  /** The path below `/project/<id>/`. */
  readonly path: string;
};

/** The number of items that the search covers. Without a limit, HogQL returns 100 rows. */
const MOST_THINGS = 10_000;

/** One query for all items that have a system table. */
export const THINGS = `
select type, id, label from (
select 'Insight' as type, toString(id) as id, name as label from system.insights
union all select 'Dashboard', toString(id), name from system.dashboards
union all select 'Flag', toString(id), key from system.feature_flags
union all select 'Cohort', toString(id), name from system.cohorts where deleted = 0
) limit ${MOST_THINGS}
`;

const PLACES: Readonly<Record<string, Pick<Thing, 'icon' | 'path'>>> = {
  Insight: { icon: 'chart-line', path: 'insights/' },
  Dashboard: { icon: 'layout-dashboard', path: 'dashboard/' },
  Cohort: { icon: 'list', path: 'cohorts/' },
  Flag: { icon: 'flag', path: 'feature_flags/' },
  Experiment: { icon: 'flask-conical', path: 'experiments/' },
};

/** The named items of a project that the palette can open. */
export function thingsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['palette-things', projectId],
    staleTime: 30_000,
    queryFn: async ({ signal }): Promise<readonly Thing[]> => {
      const query = { kind: 'HogQLQuery', query: THINGS };
      const [response, experiments] = await Promise.all([
        runFresh<{ results: [string, string, string | null][] }>(projectId, query, signal),
        experimentNames(projectId, signal),
      ]);
      return [...response.results, ...experiments].flatMap(([group, id, label]) => {
        const place = PLACES[group];
        if (place === undefined || label === null || label === '') return [];
        return [{ id, group, label, icon: place.icon, path: `${place.path}${id}` }];
      });
    },
  });
}

/** A request to the API, because experiments have no system table. */
async function experimentNames(
  projectId: number,
  signal: AbortSignal,
): Promise<readonly [string, string, string][]> {
  const experiments = await loadAllPages<{ readonly id: number; readonly name: string }>(
    `/api/projects/${projectId}/experiments/`,
    signal,
  );
  return experiments.map(({ id, name }) => ['Experiment', String(id), name]);
}
