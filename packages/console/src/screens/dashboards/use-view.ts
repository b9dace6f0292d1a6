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
  /** Whether the shown view differs from the saved one. */
  readonly isChanged: boolean;
  /** Set if the URL contains an invalid view. */
  readonly error: Error | null;
  readonly isLoading: boolean;
  readonly setView: (view: DashboardView) => void;
  /** Shows the saved view again. */
  readonly reset: () => void;
  /** Saves the view, so that everybody sees it who opens the dashboard without a view in the URL. */
  readonly save: () => void;
  readonly isSaving: boolean;
}

/** The range, filters and breakdown for all tiles: from the URL, otherwise the saved ones. */
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

/** Older links contain only the range, in the parameters `from` and `to`. */
function useRangeOfOlderLinks(): DashboardView | null {
  const from = useSearchParameter('from');
  const to = useSearchParameter('to');
  return from === undefined ? null : viewOf({ date_from: from, date_to: to });
}
