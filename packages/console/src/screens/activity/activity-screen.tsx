import { lazy, Suspense, useMemo, useRef, useState } from 'react';
import type { EventRow } from '../../queries/activity/event-rows';
import type { EventsNode } from '../../queries/activity/events-query';
import {
  columnExpression,
  columnsOf,
  filtersOfNode,
  liveParameters,
  PAGE_ROWS,
  rangeOfNode,
} from '../../queries/activity/events-query';
import { merged } from '../../queries/activity/live-list';
import { useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { DateRangePicker } from '../../ui/date-range/date-range';
import { EventPicker } from '../../ui/filters/event-picker';
import { FilterBar } from '../../ui/filters/filter-bar';
import type { GridHandle } from '../../ui/grid/data-grid';
import { DataGrid } from '../../ui/grid/data-grid';
import { Page, Row } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { gridColumns } from './activity-columns';
import { LiveControls } from './live-controls';
import { useEventsNode } from './use-events-node';
import { useHistory } from './use-history';
import { useLiveEvents } from './use-live-events';
import styles from './activity.module.css';

// Loaded with their first use: the screen shows its content without them.
const ColumnsDialog = lazy(async () => ({
  default: (await import('./columns-dialog')).ColumnsDialog,
}));
const EventDrawer = lazy(async () => ({ default: (await import('./event-drawer')).EventDrawer }));

/** Events as they came in: the history, and above it those that come in now. */
export default function ActivityScreen() {
  const project = useProject();
  const address = useEventsNode();
  const { node, openId, setOpen, isLive } = address;
  const [isPaused, setPaused] = useState(false);
  const [isAtTop, setAtTop] = useState(true);
  const [areColumnsOpen, setColumnsOpen] = useState(false);
  const { query, refresh } = useHistory(project.id, node);
  const parameters = isLive && node !== undefined ? liveParameters(node).toString() : null;
  const live = useLiveEvents(project.id, parameters, isAtTop && !isPaused);
  const grid = useRef<GridHandle>(null);

  const history = useMemo(() => query.data?.pages.flatMap(({ rows }) => rows) ?? [], [query.data]);
  const shownLive = isLive ? live.list.shown : NO_ROWS;
  const rows = useMemo(() => merged(shownLive, history), [shownLive, history]);
  const newKeys = useMemo(() => new Set(shownLive.map(({ uuid }) => uuid)), [shownLive]);
  const expressions = node === undefined ? NO_COLUMNS : columnsOf(node);
  const columnKey = expressions.join('\n');
  const columns = useMemo(
    () => gridColumns(columnKey.split('\n'), project.timezone),
    [columnKey, project.timezone],
  );

  if (node === undefined) {
    return (
      <Page title="Activity">
        {address.error === null ? <Loading /> : <ErrorState error={address.error} />}
      </Page>
    );
  }
  const change = (next: Partial<EventsNode>): void => {
    grid.current?.scrollToTop();
    address.change(next);
  };
  const filters = filtersOfNode(node);
  const waiting = isLive ? live.list.waiting.length : 0;
  return (
    <Page
      title="Activity"
      fills
      actions={
        <>
          <LiveControls
            live={live}
            isLive={isLive}
            isPaused={isPaused}
            onLive={address.setLive}
            onPause={setPaused}
          />
          <Button icon="columns-3" onClick={() => setColumnsOpen(true)}>
            Columns
          </Button>
          <Button icon="refresh-cw" busy={query.isFetching} onClick={refresh}>
            Refresh
          </Button>
        </>
      }
    >
      <Row>
        <EventPicker
          projectId={project.id}
          event={node.event ?? null}
          onChange={(event) => change({ event })}
        />
        <DateRangePicker
          range={rangeOfNode(node)}
          zone={project.timezone}
          onChange={({ date_from: after, date_to: before }) => change({ after, before })}
        />
        <FilterBar
          projectId={project.id}
          label="Filters of events"
          filters={filters}
          eventNames={typeof node.event === 'string' ? [node.event] : NO_COLUMNS}
          onChange={(properties) => change({ properties })}
        />
      </Row>
      <div className={styles.list}>
        {waiting > 0 && (
          <div className={styles.waiting}>
            <Button
              kind="primary"
              icon="arrow-up"
              onClick={() => {
                live.release();
                grid.current?.scrollToTop();
              }}
            >
              {waiting.toLocaleString()} new
            </Button>
          </div>
        )}
        {query.isError && rows.length === 0 ? (
          <ErrorState error={query.error} onRetry={() => void query.refetch()} />
        ) : (
          <DataGrid
            label="Events, newest first"
            handle={grid}
            columns={columns}
            rows={rows}
            projectZone={project.timezone}
            keyOf={uuidOf}
            openKey={openId}
            newKeys={isAtTop ? newKeys : undefined}
            dimmed={query.isPlaceholderData}
            widthsKey="activity"
            onOpen={({ uuid }) => setOpen(uuid)}
            onAtTop={setAtTop}
            empty={query.isPending ? <Loading /> : <NoEvents isLive={isLive} />}
            footer={
              <Footer
                count={rows.length}
                hasMore={query.hasNextPage}
                isLoading={query.isFetchingNextPage}
                onMore={() => void query.fetchNextPage()}
              />
            }
          />
        )}
      </div>
      {openId !== null && (
        <Suspense fallback={null}>
          <EventDrawer
            projectId={project.id}
            zone={project.timezone}
            uuid={openId}
            row={rows.find(({ uuid }) => uuid === openId)}
            onClose={() => setOpen(null)}
            onFilter={(filter) => change({ properties: [...filters, filter] })}
            onColumn={(key) => {
              const expression = columnExpression('event', key);
              if (!expressions.includes(expression))
                change({ select: [...expressions, expression] });
            }}
          />
        </Suspense>
      )}
      {areColumnsOpen && (
        <Suspense fallback={null}>
          <ColumnsDialog
            projectId={project.id}
            columns={expressions}
            onChange={(select) => change({ select })}
            onClose={() => setColumnsOpen(false)}
          />
        </Suspense>
      )}
    </Page>
  );
}

const NO_ROWS: readonly EventRow[] = [];
const NO_COLUMNS: readonly string[] = [];

function uuidOf({ uuid }: EventRow): string {
  return uuid;
}

function NoEvents({ isLive }: { readonly isLive: boolean }) {
  return (
    <EmptyState icon="activity" title="No events">
      {isLive
        ? 'No event has matched yet. New ones appear here by themselves.'
        : 'No event in this range matches. Choose a longer range, or remove a filter.'}
    </EmptyState>
  );
}

function Footer(props: {
  readonly count: number;
  readonly hasMore: boolean;
  readonly isLoading: boolean;
  readonly onMore: () => void;
}) {
  const { count, hasMore, isLoading, onMore } = props;
  return (
    <>
      <span>
        {count.toLocaleString()} {count === 1 ? 'event' : 'events'}
        {hasMore ? ', there are more' : ''}
      </span>
      {hasMore && (
        <Button busy={isLoading} onClick={onMore}>
          Load {PAGE_ROWS} more
        </Button>
      )}
    </>
  );
}
