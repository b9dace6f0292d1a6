import { hashKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, useEffect, useState } from 'react';
import { InsightView } from '../../insight-view/insight-view';
import { insightTitle } from '../../queries/insight/series-names';
import { isInsightQuery } from '../../queries/insight/types';
import type { QueryNode } from '../../queries/query-link';
import { unwrapQuery } from '../../queries/query-link';
import { useBlockedBy, useProjectId } from '../../session/me';
import { useChangeSearch, usePathParameter, useSearchParameter } from '../../session/address';
import { useProjectNavigate } from '../../session/project-link';
import { useQueryLink } from '../../session/use-query-link';
import { Button } from '../../ui/button/button';
import { Page } from '../../ui/layout/page';
import { Menu, MenuItem } from '../../ui/menu/menu';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import { Lazily } from '../../ui/state/lazily';
import { InsightEditor } from './insight-editor';
import type { SavedInsight } from './saved-insights';
import { insightQuery, noteViewed, savedNode } from './saved-insights';
import { useInsightChange } from './use-insight-change';
import { useSaveKey } from '../../session/use-save-key';

// Loaded when first used, because the screen shows its content without them.
const AddToDashboard = lazy(async () => ({
  default: (await import('./add-to-dashboard')).AddToDashboard,
}));
const InsightAlerts = lazy(async () => ({
  default: (await import('./insight-alerts')).InsightAlerts,
}));
const InsightHistory = lazy(async () => ({
  default: (await import('./insight-history')).InsightHistory,
}));
const SubscriptionsPanel = lazy(async () => ({
  default: (await import('../../insight-view/subscriptions/subscriptions-panel'))
    .SubscriptionsPanel,
}));
const RemoveDialog = lazy(async () => ({
  default: (await import('./remove-dialog')).RemoveDialog,
}));
const RenameDialog = lazy(async () => ({
  default: (await import('./rename-dialog')).RenameDialog,
}));
const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog')).SaveDialog }));

/** A saved insight. Unsaved changes of its query are stored in the URL. */
export default function SavedInsightScreen() {
  const projectId = useProjectId();
  const shortId = usePathParameter('shortId');
  const saved = useQuery(insightQuery(projectId, shortId));
  const link = useQueryLink();
  if (saved.error !== null && saved.data === undefined) {
    return <ErrorState isPage error={saved.error} onRetry={() => void saved.refetch()} />;
  }
  if (saved.data === undefined || link.isLoading) return <Loading />;
  if (link.error !== null)
    return <ErrorState isPage error={link.error} onRetry={() => link.clear()} />;
  const stored = saved.data.query === null ? null : unwrapQuery(saved.data.query);
  const query = link.query ?? stored;
  if (query === null) {
    return <EmptyState isPage icon="chart-line" title="This insight has no query" />;
  }
  // `hashKey` ignores the order of keys, which the server changes when it stores a query.
  const isChanged = link.query !== null && hashKey([link.query]) !== hashKey([stored]);
  return <Saved key={shortId} insight={saved.data} query={query} isChanged={isChanged} />;
}

type Overlay = 'save-as' | 'rename' | 'dashboards' | 'remove' | null;

function Saved(props: {
  readonly insight: SavedInsight;
  readonly query: QueryNode;
  readonly isChanged: boolean;
}) {
  const { insight, query, isChanged } = props;
  const link = useQueryLink();
  const blockedBy = useBlockedBy('insight:write');
  const [overlay, setOverlay] = useState<Overlay>(null);
  const changeSearch = useChangeSearch();
  const change = useInsightChange(insight);
  const name = nameOf(insight, query);
  const save = (): void => {
    change.mutate(
      { query: savedNode(query) },
      {
        onSuccess: () => {
          link.clear({ replace: true });
          toast('success', 'Saved.');
        },
      },
    );
  };
  useSaveKey(isChanged && blockedBy === null, save);
  useNoteViewed(insight.id);
  return (
    <Page
      title={name}
      actions={
        <>
          {isChanged && <Badge tone="warning">Not saved</Badge>}
          {isChanged && <Button onClick={() => link.clear()}>Discard</Button>}
          <Button
            kind="primary"
            icon="save"
            blockedBy={blockedBy}
            busy={change.isPending}
            disabled={!isChanged}
            onClick={save}
          >
            Save
          </Button>
          <MoreMenu
            isBlocked={blockedBy !== null}
            onOpen={setOverlay}
            onPanel={(name) => changeSearch({ panel: name })}
          />
        </>
      }
    >
      {isInsightQuery(query) ? (
        <InsightEditor
          query={query}
          label={name}
          insightId={insight.id}
          onChange={(next) => void link.setQuery(next)}
        />
      ) : (
        <InsightView query={query} label={name} />
      )}
      <Panels insight={insight} onQuery={(before) => void link.setQuery(before)} />
      <Overlays
        overlay={overlay}
        onClose={() => setOverlay(null)}
        insight={insight}
        query={query}
        name={name}
      />
    </Page>
  );
}

/** Records on the server that the user opened the insight, for "Recently opened" on the home screen. */
function useNoteViewed(id: number): void {
  const projectId = useProjectId();
  const client = useQueryClient();
  const { mutate } = useMutation({
    mutationFn: () => noteViewed(projectId, id),
    onSuccess: () => client.invalidateQueries({ queryKey: ['home-last-opened', projectId] }),
  });
  useEffect(() => mutate(), [id, mutate]);
}

/** The panel that the URL parameter `panel` names. */
function Panels(props: {
  readonly insight: SavedInsight;
  /** Loads an earlier query into the editor. */
  readonly onQuery: (query: QueryNode) => void;
}) {
  const { insight, onQuery } = props;
  const panel = useSearchParameter('panel');
  const changeSearch = useChangeSearch();
  const close = () => changeSearch({ panel: '', checks: '' });
  return (
    <Lazily>
      {panel === 'alerts' && <InsightAlerts id={insight.id} onClose={close} />}
      {panel === 'subscriptions' && (
        <SubscriptionsPanel source={{ insight: insight.id }} onClose={close} />
      )}
      {panel === 'history' && <InsightHistory id={insight.id} onQuery={onQuery} onClose={close} />}
    </Lazily>
  );
}

function MoreMenu(props: {
  readonly isBlocked: boolean;
  readonly onOpen: (overlay: Overlay) => void;
  readonly onPanel: (name: 'alerts' | 'subscriptions' | 'history') => void;
}) {
  const { isBlocked, onOpen, onPanel } = props;
  return (
    <Menu label="More">
      <MenuItem icon="copy" disabled={isBlocked} onClick={() => onOpen('save-as')}>
        Save as a new insight
      </MenuItem>
      <MenuItem icon="pencil" disabled={isBlocked} onClick={() => onOpen('rename')}>
        Rename
      </MenuItem>
      <MenuItem icon="layout-dashboard" disabled={isBlocked} onClick={() => onOpen('dashboards')}>
        Add to a dashboard
      </MenuItem>
      <MenuItem icon="bell" onClick={() => onPanel('alerts')}>
        Alerts
      </MenuItem>
      <MenuItem icon="send" onClick={() => onPanel('subscriptions')}>
        Subscriptions
      </MenuItem>
      <MenuItem icon="history" onClick={() => onPanel('history')}>
        History
      </MenuItem>
      <MenuItem icon="trash-2" disabled={isBlocked} onClick={() => onOpen('remove')}>
        Delete
      </MenuItem>
    </Menu>
  );
}

function Overlays(props: {
  readonly overlay: Overlay;
  readonly onClose: () => void;
  readonly insight: SavedInsight;
  readonly query: QueryNode;
  readonly name: string;
}) {
  const { overlay, onClose, insight, query, name } = props;
  const navigate = useProjectNavigate();
  const change = useInsightChange(insight);
  switch (overlay) {
    case null:
      return null;
    case 'save-as':
      return (
        <Lazily>
          <SaveDialog
            query={query}
            name={`${name} (copy)`}
            onClose={onClose}
            onSaved={({ short_id }) => {
              onClose();
              navigate({ path: `insights/${short_id}` });
            }}
          />
        </Lazily>
      );
    case 'rename':
      return (
        <Lazily>
          <RenameDialog
            name={name}
            busy={change.isPending}
            onClose={onClose}
            onDone={(text) => change.mutate({ name: text }, { onSuccess: onClose })}
          />
        </Lazily>
      );
    case 'dashboards':
      return (
        <Lazily>
          <AddToDashboard insight={insight} onClose={onClose} />
        </Lazily>
      );
    case 'remove':
      return (
        <Lazily>
          <RemoveDialog
            name={name}
            busy={change.isPending}
            onClose={onClose}
            onConfirm={() =>
              change.mutate({ deleted: true }, { onSuccess: () => navigate({ path: 'insights' }) })
            }
          />
        </Lazily>
      );
  }
}

function nameOf(insight: SavedInsight, query: QueryNode): string {
  if (insight.name !== null && insight.name !== '') return insight.name;
  return insight.derived_name ?? (isInsightQuery(query) ? insightTitle(query) : query.kind);
}
