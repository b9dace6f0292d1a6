import { useQuery } from '@tanstack/react-query';
import { lazy, useRef, useState } from 'react';
import { PeopleDrawer } from '../../insight-view/people-drawer';
import { NO_VIEW } from '../../queries/dashboard/dashboard-view';
import { useChangeSearch, usePathParameter, useSearchParameter } from '../../session/address';
import { useBlockedBy, useProject } from '../../session/me';
import { usePeopleLink } from '../../session/use-people-link';
import { Button, IconButton } from '../../ui/button/button';
import { Page } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/state/states';
import { usePaperJob } from '../../ui/paper/use-paper-job';
import { Lazily } from '../../ui/state/lazily';
import { AddInsight } from './add-insight';
import { DashboardMenu } from './dashboard-menu';
import type { Dashboard } from './dashboards';
import { dashboardQuery } from './dashboards';
import { TextDialog } from './text-tile';
import { TileList } from './tile-list';
import { useTiles } from './use-tiles';
import { useView } from './use-view';
import { ViewBar } from './view-bar';
import styles from './dashboards.module.css';

// Loaded when first used, because the screen shows its content without it.
const SubscriptionsPanel = lazy(async () => ({
  default: (await import('../../insight-view/subscriptions/subscriptions-panel'))
    .SubscriptionsPanel,
}));

/** The insights and texts of a dashboard. The view can set a range, filters and a breakdown for all of them. */
export default function DashboardScreen() {
  const project = useProject();
  const id = usePathParameter('id');
  const found = useQuery(dashboardQuery(project.id, id));
  if (found.error !== null && found.data === undefined) {
    return <ErrorState isPage error={found.error} onRetry={() => void found.refetch()} />;
  }
  if (found.data === undefined) return <Loading />;
  return <Shown key={id} dashboard={found.data} />;
}

function Shown({ dashboard }: { readonly dashboard: Dashboard }) {
  const blockedBy = useBlockedBy('dashboard:write');
  const [adding, setAdding] = useState<'insight' | 'text' | null>(null);
  const { people, error: peopleError, setPeople } = usePeopleLink();
  const shown = useView(dashboard);
  const commands = useTiles(dashboard);
  const panel = useSearchParameter('panel');
  const changeSearch = useChangeSearch();
  const paper = usePaperJob();
  const whole = useRef<HTMLDivElement>(null);
  const { tiles } = dashboard;
  const name = dashboard.name || `Dashboard ${dashboard.id}`;
  return (
    <Page
      ref={whole}
      title={name}
      actions={
        <>
          <Button icon="plus" blockedBy={blockedBy} onClick={() => setAdding('insight')}>
            Add an insight
          </Button>
          <Button icon="plus" blockedBy={blockedBy} onClick={() => setAdding('text')}>
            Add a text
          </Button>
          <IconButton icon="maximize-2" label="Full screen" onClick={toggleFullScreen} />
          <DashboardMenu
            dashboard={dashboard}
            onSubscriptions={() => changeSearch({ panel: 'subscriptions' })}
            onPaper={(form) => paper.begin({ form, name, element: whole.current })}
          />
        </>
      }
    >
      {dashboard.description !== '' && <p className={styles.note}>{dashboard.description}</p>}
      <ViewBar shown={shown} />
      {shown.error !== null && <Notice kind="danger">{shown.error.message}</Notice>}
      {peopleError !== null && <Notice kind="danger">{peopleError.message}</Notice>}
      {tiles.length === 0 && (
        <EmptyState icon="layout-dashboard" title="Nothing on this dashboard">
          Add a saved insight or a text.
        </EmptyState>
      )}
      {!shown.isLoading && (
        <TileList
          tiles={tiles}
          view={shown.error === null ? shown.view : NO_VIEW}
          canChange={blockedBy === null}
          commands={commands}
          onPeople={setPeople}
        />
      )}
      {adding === 'insight' && (
        <AddInsight dashboardId={dashboard.id} onClose={() => setAdding(null)} />
      )}
      {adding === 'text' && (
        <TextDialog
          body={null}
          onClose={() => setAdding(null)}
          onSave={async (body) => {
            await commands.setText(null, body);
            setAdding(null);
          }}
        />
      )}
      {panel === 'subscriptions' && (
        <Lazily>
          <SubscriptionsPanel
            source={{ dashboard: dashboard.id }}
            onClose={() => changeSearch({ panel: '' })}
          />
        </Lazily>
      )}
      <PeopleDrawer people={people} onClose={() => setPeople(null)} />
      {paper.dialog}
    </Page>
  );
}

/** Switches the full screen, which hides the navigation, on or off. Escape also ends it. */
function toggleFullScreen(): void {
  if (document.fullscreenElement === null) void document.documentElement.requestFullscreen();
  else void document.exitFullscreen();
}
