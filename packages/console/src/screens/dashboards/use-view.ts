import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { DashboardView } from '../../queries/dashboard/dashboard-view';
import { isSameView, VIEW_KIND, viewOf, wireOf } from '../../queries/dashboard/dashboard-view';
import { useSearchParameter } from '../../session/address';
import { useProjectId } from '../../session/me';
import { useQueryLink } from '../../session/use-query-link';
import type { Dashboard } from './dashboards';
import { changeDashboard, dashboardQuery } from './dashboards';

export interface ViewOfDashboard {
  readonly view: DashboardView;
  /** Whether the address shows something else than what is saved. */
  readonly isChanged: boolean;
  /** The address holds something that is no view. */
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly setView: (view: DashboardView) => void;
  /** Back to what is saved. */
  readonly reset: () => void;
  /** Makes it what everybody sees without a view in the address. */
  readonly save: () => void;
  readonly isSaving: boolean;
}

/** Range, filters and breakdown of all tiles: those of the address, else the saved ones. */
export function useView(dashboard: Dashboard): ViewOfDashboard {
  const projectId = useProjectId();
  const client = useQueryClient();
  const { query, error, isLoading, setQuery, clear } = useQueryLink();
  const older = useRangeOfOlderLinks();
  const saved = viewOf(dashboard.persisted_filters);
  const view = query === null ? (older ?? saved) : viewOf(query);
  const save = useMutation({
    mutationFn: () => changeDashboard(projectId, dashboard.id, { filters: wireOf(view) }),
    onSuccess: async () => {
      const { queryKey } = dashboardQuery(projectId, String(dashboard.id));
      await client.invalidateQueries({ queryKey });
      clear({ replace: true });
    },
  });
  return {
    view,
    isChanged: !isSameView(view, saved),
    error,
    isLoading,
    setView: (next) => {
      if (isSameView(next, saved) && older === null) clear();
      else void setQuery({ kind: VIEW_KIND, ...wireOf(next) });
    },
    reset: () => (older === null ? clear() : void setQuery({ kind: VIEW_KIND, ...wireOf(saved) })),
    save: () => save.mutate(),
    isSaving: save.isPending,
  };
}

/** Links that were made before filters were part of the view have the range as parameters. */
function useRangeOfOlderLinks(): DashboardView | null {
  const from = useSearchParameter('from');
  const to = useSearchParameter('to');
  return from === undefined ? null : viewOf({ date_from: from, date_to: to });
}
