import { useMutation, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import type { Project } from '../../session/me';
import { useBlockedBy, useProject } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import type { HogQLQuery } from '../../queries/sql/sql-query';
import { statementAt } from '../../queries/sql/statements';
import type { SqlTab } from '../../queries/sql/tabs';
import { Button, IconButton } from '../../ui/button/button';
import type { SqlEditorHandle } from '../../ui/editor/sql-editor';
import { Page } from '../../ui/layout/page';
import { Loading } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';
import { ResultPanel } from './result-panel';
import type { SavedQuery } from './saved';
import { updateSaved } from './saved';
import { SchemaPanel } from './schema-panel';
import { SplitBar, useEditorHeight } from './split';
import styles from './sql.module.css';
import { TabStrip } from './tab-strip';
import { insightOf, useWorkbench } from './use-workbench';

// Loaded with their first use: the screen shows its content without them.
const DraftEditor = lazy(() => import('./draft-editor'));
const HistoryDrawer = lazy(async () => ({
  default: (await import('./history-drawer')).HistoryDrawer,
}));
const SavedDrawer = lazy(async () => ({ default: (await import('./saved-drawer')).SavedDrawer }));
const SaveDialog = lazy(async () => ({ default: (await import('./save-dialog')).SaveDialog }));
const VariablesBar = lazy(async () => ({
  default: (await import('./variables-bar')).VariablesBar,
}));
const AskBar = lazy(async () => ({ default: (await import('./ask-bar')).AskBar }));

/** HogQL: drafts in tabs, their results, tables and columns, history and saved queries. */
export default function SqlScreen() {
  const project = useProject();
  return <Workbench key={project.id} project={project} />;
}

type Overlay = 'history' | 'saved' | null;

function Workbench({ project }: { readonly project: Project }) {
  const editor = useRef<SqlEditorHandle>(null);
  const bench = useWorkbench(project, editor);
  const { state, dispatch, tab, change, runState, placeholders } = bench;
  const [height, setHeight] = useEditorHeight();
  const [overlay, setOverlay] = useState<Overlay>(null);
  const [isAsking, setIsAsking] = useState(false);
  const [hasSchema, setHasSchema] = useState(() => matchMedia('(min-width: 1100px)').matches);
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
        <div className={styles.main}>
          <TabStrip
            tabs={state.tabs}
            activeId={tab.id}
            canReopen={state.closed.length > 0}
            onActivate={(id) => dispatch({ type: 'activate', id })}
            onClose={bench.close}
            onNew={() => bench.open('')}
            onReopen={() => dispatch({ type: 'reopen' })}
          />
          {isAsking && (
            <Suspense fallback={null}>
              <AskBar
                projectId={project.id}
                current={() => statementOf(editor.current)}
                onAccept={(sql) => editor.current?.replace(sql)}
                onClose={() => setIsAsking(false)}
              />
            </Suspense>
          )}
          <div className={styles.editorPlace} style={{ height }}>
            <Suspense fallback={<Loading label="Loading the editor" />}>
              <DraftEditor
                ref={editor}
                projectId={project.id}
                tab={tab}
                nodeOf={bench.nodeOf}
                onChange={(text) => change({ text })}
                onRun={bench.run}
                onSave={saving.save}
              />
            </Suspense>
          </div>
          <SplitBar height={height} onChange={setHeight} />
          {(placeholders.variables.length > 0 || placeholders.hasFilters) && (
            <Suspense fallback={null}>
              <VariablesBar
                projectId={project.id}
                zone={project.timezone}
                placeholders={placeholders}
                values={tab.values}
                range={tab.range}
                onValue={(name, value) => change({ values: { ...tab.values, [name]: value } })}
                onRange={(range) => change({ range })}
              />
            </Suspense>
          )}
          <Toolbar insight={tab.insight} saving={saving} onRun={bench.run} />
          <ResultPanel
            key={tab.id}
            projectId={project.id}
            zone={project.timezone}
            run={tab.run}
            text={tab.text}
            state={runState}
            onCancel={() => {
              bench.cancel();
              toast('success', 'The run was cancelled.');
            }}
            onRefresh={bench.refresh}
            onShowError={() => void bench.showError()}
          />
        </div>
        {hasSchema && (
          <SchemaPanel
            projectId={project.id}
            onInsert={(text) => editor.current?.insert(text)}
            onClose={() => setHasSchema(false)}
          />
        )}
      </div>
      <Overlays
        project={project}
        overlay={overlay}
        asked={saving.asked}
        onClose={() => {
          setOverlay(null);
          saving.close();
        }}
        onOpenText={bench.open}
        onSaved={(saved) => {
          change({ insight: insightOf(saved) });
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

function Toolbar(props: {
  readonly insight: SqlTab['insight'];
  readonly saving: ReturnType<typeof useSaving>;
  readonly onRun: () => void;
}) {
  const { insight, saving, onRun } = props;
  return (
    <div className={styles.toolbar}>
      <Button kind="primary" icon="play" title="Ctrl Enter" onClick={onRun}>
        Run
      </Button>
      <Button
        icon="save"
        title="Ctrl S"
        blockedBy={saving.blockedBy}
        busy={saving.isPending}
        onClick={saving.save}
      >
        {insight === null ? 'Save' : 'Save the change'}
      </Button>
      {insight !== null && (
        <ProjectLink path={`insights/${insight.shortId}`}>Open as an insight</ProjectLink>
      )}
    </div>
  );
}

function Overlays(props: {
  readonly project: Project;
  readonly overlay: Overlay;
  /** The query whose name is asked for. */
  readonly asked: HogQLQuery | null;
  readonly onClose: () => void;
  readonly onOpenText: (text: string) => void;
  readonly onSaved: (saved: SavedQuery) => void;
}) {
  const { project, overlay, asked, onClose, onOpenText, onSaved } = props;
  const place = { projectId: project.id, zone: project.timezone, onClose };
  return (
    <>
      <Suspense fallback={null}>
        <HistoryDrawer
          {...place}
          isOpen={overlay === 'history'}
          onOpen={(text) => {
            onOpenText(text);
            onClose();
          }}
        />
      </Suspense>
      <Suspense fallback={null}>
        <SavedDrawer {...place} isOpen={overlay === 'saved'} />
      </Suspense>
      <Suspense fallback={null}>
        <SaveDialog projectId={project.id} query={asked} onClose={onClose} onSaved={onSaved} />
      </Suspense>
    </>
  );
}

/** Saves the statement at the cursor: into its insight, else after asking for a name. */
function useSaving(
  projectId: number,
  bench: ReturnType<typeof useWorkbench>,
  editor: { readonly current: SqlEditorHandle | null },
) {
  const [asked, setAsked] = useState<HogQLQuery | null>(null);
  const blockedBy = useBlockedBy('insight:write');
  const client = useQueryClient();
  const { tab, nodeOf } = bench;
  const update = useMutation({
    mutationFn: (saved: { readonly shortId: string; readonly query: HogQLQuery }) =>
      updateSaved(projectId, saved.shortId, saved.query),
    onSuccess: () => {
      void client.invalidateQueries({ queryKey: ['insights', projectId] });
      toast('success', 'Saved.');
    },
  });
  const save = (): void => {
    const text = statementOf(editor.current);
    if (blockedBy !== null) toast('danger', blockedBy);
    else if (text === '') toast('danger', 'There is no statement to save.');
    else if (tab.insight === null) setAsked(nodeOf(text));
    else update.mutate({ shortId: tab.insight.shortId, query: nodeOf(text) });
  };
  return { save, asked, blockedBy, close: () => setAsked(null), isPending: update.isPending };
}

function statementOf(editor: SqlEditorHandle | null): string {
  const read = editor?.read();
  return read === undefined ? '' : (statementAt(read.text, read.to)?.text ?? '');
}
