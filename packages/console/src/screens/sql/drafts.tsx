import type { RefObject } from 'react';
import { lazy } from 'react';
import type { SqlTab } from '../../queries/sql/tabs';
import type { Project } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { Button } from '../../ui/button/button';
import type { SqlEditorHandle } from '../../ui/editor/sql-editor';
import { Loading } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';
import { Lazily } from '../../ui/state/lazily';
import { ResultPanel } from './result-panel';
import { SplitBar, useEditorHeight } from './split';
import styles from './sql.module.css';
import { TabStrip } from './tab-strip';
import type { Saving } from './use-saving';
import { statementOf } from './use-saving';
import type { Workbench } from './use-workbench';

// Loaded when first used, because the screen shows its content without them.
const DraftEditor = lazy(() => import('./draft-editor'));
const VariablesBar = lazy(async () => ({
  default: (await import('./variables-bar')).VariablesBar,
}));
const AskBar = lazy(async () => ({ default: (await import('./ask-bar')).AskBar }));

/** The tabs of drafts. The open draft is shown with its text, inputs and result. */
export function Drafts(props: {
  readonly project: Project;
  readonly editor: RefObject<SqlEditorHandle | null>;
  readonly bench: Workbench;
  readonly saving: Saving;
  readonly isAsking: boolean;
  readonly onAsked: () => void;
}) {
  const { project, editor, bench, saving, isAsking, onAsked } = props;
  const { state, dispatch, tab, change, placeholders } = bench;
  const [height, setHeight] = useEditorHeight();
  return (
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
        <Lazily>
          <AskBar
            projectId={project.id}
            current={() => statementOf(editor.current)}
            onAccept={(sql) => editor.current?.replace(sql)}
            onClose={onAsked}
          />
        </Lazily>
      )}
      <div className={styles.editorPlace} style={{ height }}>
        <Lazily fallback={<Loading label="Loading the editor" />}>
          <DraftEditor
            ref={editor}
            projectId={project.id}
            tab={tab}
            nodeOf={bench.nodeOf}
            onChange={(text) => change({ text })}
            onRun={bench.run}
            onSave={saving.save}
          />
        </Lazily>
      </div>
      <SplitBar height={height} onChange={setHeight} />
      {(placeholders.variables.length > 0 || placeholders.hasFilters) && (
        <Lazily>
          <VariablesBar
            projectId={project.id}
            zone={project.timezone}
            placeholders={placeholders}
            values={tab.values}
            range={tab.range}
            onValue={(name, value) => change({ values: { ...tab.values, [name]: value } })}
            onRange={(range) => change({ range })}
          />
        </Lazily>
      )}
      <Toolbar insight={tab.insight} saving={saving} onRun={bench.run} />
      <ResultPanel
        key={tab.id}
        projectId={project.id}
        zone={project.timezone}
        run={tab.run}
        text={tab.text}
        state={bench.runState}
        onCancel={() => {
          bench.cancel();
          toast('success', 'The run was cancelled.');
        }}
        onRefresh={bench.refresh}
        onShowError={() => void bench.showError()}
      />
    </div>
  );
}

function Toolbar(props: {
  readonly insight: SqlTab['insight'];
  readonly saving: Saving;
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
