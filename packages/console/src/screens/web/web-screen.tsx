import { lazy } from 'react';
import { useQueryRun, useRefreshRuns } from '../../insight-view/use-query-run';
import { rangeOfOverview } from '../../queries/web/shape-web';
import { TABLES } from '../../queries/web/breakdowns';
import { overviewQuery } from '../../queries/web/web-queries';
import { isSameRange, viewOfQuery } from '../../queries/web/web-view';
import { usePeopleLink } from '../../session/use-people-link';
import { IconButton } from '../../ui/button/button';
import { Page } from '../../ui/layout/page';
import { Loading, Notice } from '../../ui/state/states';
import { Lazily } from '../../ui/state/lazily';
import { ChartCard } from './chart-card';
import { GoalsCard } from './goals-card';
import { HoursCard } from './hours-card';
import { LiveVisitors } from './live-visitors';
import { Overview } from './overview';
import { TableCard } from './table-card';
import { useWebView } from './use-web-view';
import { ViewBar } from './view-bar';
import { VitalsCard } from './vitals-card';
import type { CardProps } from './card-props';
import styles from './web.module.css';

// Loaded when the first number is opened.
const PeopleDrawer = lazy(async () => ({
  default: (await import('../../insight-view/people-drawer')).PeopleDrawer,
}));

/** Web analytics: visitors, pages, sources, places and devices. A click on a row filters the whole screen. */
export default function WebScreen() {
  const shown = useWebView();
  const { view, setView } = shown;
  const refreshRuns = useRefreshRuns();
  const { people, error, setPeople } = usePeopleLink();
  return (
    <Page
      title="Web"
      actions={
        <>
          {!shown.isLoading && <LiveVisitors view={view} onPeople={setPeople} />}
          <IconButton icon="refresh-cw" label="Compute everything again" onClick={refreshRuns} />
        </>
      }
    >
      <ViewBar view={view} onChange={setView} />
      {shown.error !== null && <Notice kind="danger">{shown.error.message}</Notice>}
      {error !== null && <Notice kind="danger">{error.message}</Notice>}
      {shown.isLoading ? <Loading /> : <Cards view={view} setView={setView} onPeople={setPeople} />}
      {people !== null && (
        <Lazily>
          <PeopleDrawer people={people} onClose={() => setPeople(null)} />
        </Lazily>
      )}
    </Page>
  );
}

function Cards(props: Omit<CardProps, 'range'>) {
  const overview = useQueryRun(overviewQuery(props.view));
  const { answer } = overview;
  // Filters do not change the range, so the range of the previous response is used until another one is chosen.
  const isKnown = answer !== undefined && isSameRange(viewOfQuery(answer.query), props.view);
  const range = isKnown ? rangeOfOverview(answer.response) : null;
  const card: CardProps = { ...props, range };
  return (
    <>
      <Overview run={overview} onPeople={props.onPeople} />
      <ChartCard {...card} />
      <div className={styles.cards}>
        {TABLES.map((table) => (
          <TableCard key={table.name} {...card} table={table} />
        ))}
      </div>
      <GoalsCard {...card} />
      <VitalsCard {...card} />
      <HoursCard {...card} />
    </>
  );
}
