import type { RefObject } from 'react';
import { useMemo } from 'react';
import type { EventRow } from '../../queries/activity/event-rows';
import { PAGE_ROWS } from '../../queries/activity/events-query';
import { Button } from '../../ui/button/button';
import type { GridHandle } from '../../ui/grid/data-grid';
import { DataGrid } from '../../ui/grid/data-grid';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { gridColumns } from './activity-columns';
import type { EventListState } from './use-event-list';
import styles from './activity.module.css';

interface EventListProps {
  readonly list: EventListState;
  /** The HogQL expressions of the columns. */
  readonly expressions: readonly string[];
  readonly zone: string;
  readonly isLive: boolean;
  readonly isAtTop: boolean;
  /** The uuid of the event that is open in the drawer. */
  readonly openId: string | null;
  readonly grid: RefObject<GridHandle | null>;
  readonly onOpen: (uuid: string) => void;
  readonly onAtTop: (isAtTop: boolean) => void;
}

/** The events, newest first, with a button that shows waiting events. */
export function EventList(props: EventListProps) {
  const { list, expressions, zone, isLive, isAtTop, openId, grid, onOpen, onAtTop } = props;
  const { query, live, rows, newKeys } = list;
  const columnKey = expressions.join('\n');
  const columns = useMemo(() => gridColumns(columnKey.split('\n'), zone), [columnKey, zone]);
  const waiting = isLive ? live.list.waiting.length : 0;
  return (
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
          projectZone={zone}
          keyOf={uuidOf}
          openKey={openId}
          newKeys={isAtTop ? newKeys : undefined}
          dimmed={query.isPlaceholderData}
          widthsKey="activity"
          onOpen={({ uuid }) => onOpen(uuid)}
          onAtTop={onAtTop}
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
  );
}

function uuidOf({ uuid }: EventRow): string {
  return uuid;
}

function NoEvents({ isLive }: { readonly isLive: boolean }) {
  return (
    <EmptyState icon="activity" title="No events">
      {isLive
        ? 'No event has matched yet. New events appear here automatically.'
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
