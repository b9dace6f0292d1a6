import { lazy, useRef, useState } from 'react';
import type { EventRow } from '../../queries/activity/event-rows';
import type { EventsNode } from '../../queries/activity/events-query';
import { columnExpression, columnsOf, filtersOfNode } from '../../queries/activity/events-query';
import type { Project } from '../../session/me';
import { useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import type { GridHandle } from '../../ui/grid/data-grid';
import { Page } from '../../ui/layout/page';
import { ErrorState, Loading } from '../../ui/state/states';
import { Lazily } from '../../ui/state/lazily';
import { EventFilters } from './event-filters';
import { EventList } from './event-list';
import { LiveControls } from './live-controls';
import { useEventList } from './use-event-list';
import { useEventsNode } from './use-events-node';

// Loaded when first used, because the screen shows its content without them.
const ColumnsDialog = lazy(async () => ({
  default: (await import('./columns-dialog')).ColumnsDialog,
}));
const EventDrawer = lazy(async () => ({ default: (await import('./event-drawer')).EventDrawer }));

/** The list of events, newest first: stored events and, above them, events that arrive now. */
export default function ActivityScreen() {
  const project = useProject();
  const address = useEventsNode();
  const { node, openId, setOpen, isLive } = address;
  const [isPaused, setPaused] = useState(false);
  const [isAtTop, setAtTop] = useState(true);
  const [areColumnsOpen, setColumnsOpen] = useState(false);
  const list = useEventList(project.id, node, { isLive, isFollowing: isAtTop && !isPaused });
  const grid = useRef<GridHandle>(null);

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
  const expressions = columnsOf(node);
  return (
    <Page
      title="Activity"
      fills
      actions={
        <>
          <LiveControls
            live={list.live}
            isLive={isLive}
            isPaused={isPaused}
            onLive={address.setLive}
            onPause={setPaused}
          />
          <Button icon="columns-3" onClick={() => setColumnsOpen(true)}>
            Columns
          </Button>
          <Button icon="refresh-cw" busy={list.query.isFetching} onClick={list.refresh}>
            Refresh
          </Button>
        </>
      }
    >
      <EventFilters project={project} node={node} onChange={change} />
      <EventList
        list={list}
        expressions={expressions}
        zone={project.timezone}
        isLive={isLive}
        isAtTop={isAtTop}
        openId={openId}
        grid={grid}
        onOpen={setOpen}
        onAtTop={setAtTop}
      />
      {openId !== null && (
        <OpenEvent
          project={project}
          node={node}
          uuid={openId}
          row={list.rows.find(({ uuid }) => uuid === openId)}
          onChange={change}
          onClose={() => setOpen(null)}
        />
      )}
      {areColumnsOpen && (
        <Lazily>
          <ColumnsDialog
            projectId={project.id}
            columns={expressions}
            onChange={(select) => change({ select })}
            onClose={() => setColumnsOpen(false)}
          />
        </Lazily>
      )}
    </Page>
  );
}

/** An event in a drawer. Its properties can be added to the list as filters and columns. */
function OpenEvent(props: {
  readonly project: Project;
  readonly node: EventsNode;
  readonly uuid: string;
  /** The row of the event in the list, if it is loaded. */
  readonly row: EventRow | undefined;
  readonly onChange: (change: Partial<EventsNode>) => void;
  readonly onClose: () => void;
}) {
  const { project, node, uuid, row, onChange, onClose } = props;
  const expressions = columnsOf(node);
  return (
    <Lazily>
      <EventDrawer
        projectId={project.id}
        zone={project.timezone}
        uuid={uuid}
        row={row}
        onClose={onClose}
        onFilter={(filter) => onChange({ properties: [...filtersOfNode(node), filter] })}
        onColumn={(key) => {
          const expression = columnExpression('event', key);
          if (!expressions.includes(expression)) onChange({ select: [...expressions, expression] });
        }}
      />
    </Lazily>
  );
}
