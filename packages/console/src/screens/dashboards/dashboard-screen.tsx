import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { PeopleDrawer } from '../../insight-view/people-drawer';
import type { WireRange } from '../../queries/date-range';
import type { PeopleBehind } from '../../queries/insight/people-behind';
import { useBlockedBy, useProject } from '../../session/me';
import { usePathParameter, useSearchParameter } from '../../session/address';
import { useProjectNavigate } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import { DateRangePicker } from '../../ui/date-range/date-range';
import { Page } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { AddInsight } from './add-insight';
import { DashboardTile } from './dashboard-tile';
import type { Dashboard } from './dashboards';
import { dashboardQuery, reorderTiles } from './dashboards';
import styles from './dashboards.module.css';

/** The insights of a dashboard, all over one range if the address has one. */
export default function DashboardScreen() {
  const project = useProject();
  const id = usePathParameter('id');
  const found = useQuery(dashboardQuery(project.id, id));
  if (found.error !== null) {
    return <ErrorState error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (found.data === undefined) return <Loading />;
  return <Shown key={id} dashboard={found.data} zone={project.timezone} />;
}

function Shown(props: { readonly dashboard: Dashboard; readonly zone: string }) {
  const { dashboard, zone } = props;
  const blockedBy = useBlockedBy('dashboard:write');
  const [isAdding, setAdding] = useState(false);
  const [people, setPeople] = useState<PeopleBehind | null>(null);
  const range = useRange();
  const reorder = useReorder(dashboard);
  const name = dashboard.name || `Dashboard ${dashboard.id}`;
  const tiles = dashboard.tiles.filter(({ insight }) => insight !== null);
  const move = (at: number, by: -1 | 1): void => {
    const [tile, other] = [tiles[at], tiles[at + by]];
    if (tile === undefined || other === undefined) return;
    reorder.mutate(
      tiles
        .with(at, other)
        .with(at + by, tile)
        .map((entry) => entry.id),
    );
  };
  return (
    <Page
      title={name}
      actions={
        <>
          <RangeOfAll range={range} zone={zone} dashboardId={dashboard.id} />
          <Button icon="plus" blockedBy={blockedBy} onClick={() => setAdding(true)}>
            Add an insight
          </Button>
        </>
      }
    >
      {tiles.length === 0 && (
        <EmptyState icon="layout-dashboard" title="Nothing on this dashboard">
          Add a saved insight.
        </EmptyState>
      )}
      <ol className={styles.tiles}>
        {tiles.map(({ id, insight }, at) =>
          insight === null ? null : (
            <li key={id}>
              <DashboardTile
                insight={insight}
                dashboardId={dashboard.id}
                range={range}
                canChange={blockedBy === null}
                onEarlier={at === 0 ? null : () => move(at, -1)}
                onLater={at === tiles.length - 1 ? null : () => move(at, 1)}
                onPeople={setPeople}
              />
            </li>
          ),
        )}
      </ol>
      {isAdding && <AddInsight dashboardId={dashboard.id} onClose={() => setAdding(false)} />}
      <PeopleDrawer people={people} onClose={() => setPeople(null)} />
    </Page>
  );
}

/** The range of all tiles in the address; null when each has its own. */
function useRange(): WireRange | null {
  const from = useSearchParameter('from');
  const to = useSearchParameter('to') ?? null;
  return from === undefined ? null : { date_from: from, date_to: to };
}

function RangeOfAll(props: {
  readonly range: WireRange | null;
  readonly zone: string;
  readonly dashboardId: number;
}) {
  const { range, zone, dashboardId } = props;
  const navigate = useProjectNavigate();
  const path = `dashboard/${dashboardId}`;
  return (
    <>
      {range !== null && (
        <Button kind="quiet" icon="x" onClick={() => navigate({ path, search: {} })}>
          Range of each insight
        </Button>
      )}
      <DateRangePicker
        range={range}
        emptyText="Range of each insight"
        zone={zone}
        onChange={({ date_from, date_to }) =>
          navigate({ path, search: { from: date_from, to: date_to ?? undefined } })
        }
      />
    </>
  );
}

/** Shows the new order at once, and the server's when it has responded. */
function useReorder(dashboard: Dashboard) {
  const { id: projectId } = useProject();
  const client = useQueryClient();
  const { queryKey } = dashboardQuery(projectId, String(dashboard.id));
  return useMutation({
    mutationFn: (order: readonly number[]) => reorderTiles(projectId, dashboard.id, order),
    onMutate: (order) => {
      const tiles = dashboard.tiles.toSorted((a, b) => order.indexOf(a.id) - order.indexOf(b.id));
      client.setQueryData(queryKey, { ...dashboard, tiles });
    },
    onSettled: () => client.invalidateQueries({ queryKey }),
  });
}
