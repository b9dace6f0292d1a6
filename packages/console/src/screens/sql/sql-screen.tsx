import { lazy, useRef, useState } from 'react';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import type { Project } from '../../session/me';
import { useProject } from '../../session/me';
import type { HogQLQuery } from '../../queries/sql/sql-query';
import { Button, IconButton } from '../../ui/button/button';
import type { SqlEditorHandle } from '../../ui/editor/sql-editor';
import { Page } from '../../ui/layout/page';
import { toast } from '../../ui/toast/toasts';
import { Lazily } from '../../ui/state/lazily';
import { Drafts } from './drafts';
import type { SavedQuery } from './saved';
import styles from './sql.module.css';
import { useSaving } from './use-saving';
import { insightOf, useWorkbench } from './use-workbench';

// Loaded when first used, because the screen shows its content without them.
const HistoryDrawer = lazy(async () => ({
  default: (await import('./history-drawer')).HistoryDrawer,
}));
const SavedDrawer = lazy(async () => ({ default: (await import('./saved-drawer')).SavedDrawer }));
const SchemaPanel = lazy(async () => ({ default: (await import('./schema-panel')).SchemaPanel }));
const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog')).SaveDialog }));

/** The SQL screen: drafts in tabs with their results, the tables and columns, the history and the saved queries. */
export default function SqlScreen() {
  const project = useProject();
  return <Workbench key={project.id} project={project} />;
}

type Overlay = 'history' | 'saved' | null;

function Workbench({ project }: { readonly project: Project }) {
  const editor = useRef<SqlEditorHandle>(null);
  const bench = useWorkbench(project, editor);
  const { panel, ask, schema } = useAddressSearch();
  const change = useChangeSearch();
  const overlay: Overlay = panel === 'history' || panel === 'saved' ? panel : null;
  const setOverlay = (name: Overlay): void => change({ panel: name ?? undefined, text: undefined });
  const isAsking = ask !== undefined;
  const setIsAsking = (isOpen: boolean): void => change({ ask: isOpen ? 'yes' : undefined });
  const [isWide] = useState(() => matchMedia('(min-width: 1100px)').matches);
  const hasSchema = schema === undefined ? isWide : schema === 'shown';
  const setHasSchema = (isShown: boolean): void => {
    const named = isShown ? 'shown' : 'hidden';
    change({ schema: isShown === isWide ? undefined : named, find: undefined });
  };
  const saving = useSaving(project.id, bench, editor);
  return (
    <Page
      title="SQL"
      fills
      actions={
        <HeaderActions
          isAsking={isAsking}
          hasSchema={hasSchema}
          onAsk={() => setIsAsking(!isAsking)}
          onOpen={setOverlay}
          onSchema={() => setHasSchema(!hasSchema)}
        />
      }
    >
      <div className={styles.bench} data-schema={hasSchema}>
        <Drafts
          project={project}
          editor={editor}
          bench={bench}
          saving={saving}
          isAsking={isAsking}
          onAsked={() => setIsAsking(false)}
        />
        {hasSchema && (
          <Lazily>
            <SchemaPanel
              projectId={project.id}
              onInsert={(text) => editor.current?.insert(text)}
              onClose={() => setHasSchema(false)}
            />
          </Lazily>
        )}
      </div>
      <Overlays
        project={project}
        overlay={overlay}
        asked={saving.asked}
        onClose={() => {
          if (overlay !== null) setOverlay(null);
          saving.close();
        }}
        onOpenText={bench.open}
        onSaved={(saved) => {
          bench.change({ insight: insightOf(saved) });
          saving.close();
          toast('success', `Saved as “${saved.name ?? ''}”.`);
        }}
      />
    </Page>
  );
}

function HeaderActions(props: {
  readonly isAsking: boolean;
  readonly hasSchema: boolean;
  readonly onAsk: () => void;
  readonly onOpen: (overlay: Overlay) => void;
  readonly onSchema: () => void;
}) {
  const { isAsking, hasSchema, onAsk, onOpen, onSchema } = props;
  return (
    <>
      <Button icon="sparkles" aria-expanded={isAsking} onClick={onAsk}>
        Ask in English
      </Button>
      <Button icon="star" onClick={() => onOpen('saved')}>
        Saved
      </Button>
      <Button icon="history" onClick={() => onOpen('history')}>
        History
      </Button>
      <IconButton
        icon="panel-right"
        label="Tables and columns"
        pressed={hasSchema}
        onClick={onSchema}
      />
    </>
  );
}

function Overlays(props: {
  readonly project: Project;
  readonly overlay: Overlay;
  /** The query that the save dialog asks a name for; null if the dialog is closed. */
  readonly asked: HogQLQuery | null;
  readonly onClose: () => void;
  readonly onOpenText: (text: string) => void;
  readonly onSaved: (saved: SavedQuery) => void;
}) {
  const { project, overlay, asked, onClose, onOpenText, onSaved } = props;
  const place = { projectId: project.id, zone: project.timezone, onClose };
  return (
    <>
      <Lazily>
        <HistoryDrawer
          {...place}
          isOpen={overlay === 'history'}
          onOpen={(text) => {
            onOpenText(text);
            onClose();
          }}
        />
      </Lazily>
      <Lazily>
        <SavedDrawer {...place} isOpen={overlay === 'saved'} />
      </Lazily>
      <Lazily>
        <SaveDialog projectId={project.id} query={asked} onClose={onClose} onSaved={onSaved} />
      </Lazily>
    </>
  );
}
