import type { ReactNode } from 'react';
import { lazy, Suspense, useState } from 'react';
import { InsightView } from '../../insight-view/insight-view';
import type { QueryRun } from '../../insight-view/use-query-run';
import { curlText } from '../../queries/insight/curl-text';
import type { InsightQuery } from '../../queries/insight/types';
import { useProjectId } from '../../session/me';
import { QueryLink } from '../../session/query-link';
import { usePeopleLink } from '../../session/use-people-link';
import { Button } from '../../ui/button/button';
import button from '../../ui/button/button.module.css';
import { Icon } from '../../ui/icon/icon';
import { Notice } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';
import { Builder } from './builder/builder';
import styles from './insights.module.css';
import { Toolbar } from './toolbar';

// Loaded when the first number is opened.
const PeopleDrawer = lazy(async () => ({
  default: (await import('../../insight-view/people-drawer')).PeopleDrawer,
}));

interface InsightEditorProps {
  readonly query: InsightQuery;
  readonly label: string;
  /** The id of the saved insight; undefined for an unsaved one. */
  readonly insightId?: number;
  readonly onChange: (query: InsightQuery) => void;
}

/** Builder and result side by side; on a narrow screen the builder opens above the result. */
export function InsightEditor({ query, label, insightId, onChange }: InsightEditorProps) {
  const { people, error, setPeople } = usePeopleLink();
  const [isBuilderOpen, setBuilderOpen] = useState(false);
  return (
    <div className={styles.editor}>
      <div className={styles.builderToggle}>
        <Button
          icon="pencil"
          aria-expanded={isBuilderOpen}
          onClick={() => setBuilderOpen(!isBuilderOpen)}
        >
          {isBuilderOpen ? 'Close the builder' : 'Edit the query'}
        </Button>
      </div>
      <aside className={styles.builder} data-open={isBuilderOpen} aria-label="Builder">
        <Builder query={query} onChange={onChange} />
      </aside>
      <section className={styles.result} aria-label="Result">
        <Toolbar query={query} onChange={onChange} />
        <InsightView
          query={query}
          label={label}
          insightId={insightId}
          onPeople={setPeople}
          footer={(run) => <Footer run={run} query={query} />}
        />
        {error !== null && <Notice kind="danger">{error.message}</Notice>}
      </section>
      {people !== null && (
        <Suspense fallback={null}>
          <PeopleDrawer people={people} onClose={() => setPeople(null)} />
        </Suspense>
      )}
    </div>
  );
}

/** Links from the result to other tools: its SQL in the editor, and a shell command that runs the query. */
function Footer(props: {
  readonly run: QueryRun<InsightQuery>;
  readonly query: InsightQuery;
}): ReactNode {
  const { run, query } = props;
  const projectId = useProjectId();
  const hogql = run.answer?.response.hogql;
  const copy = (): void => {
    navigator.clipboard.writeText(curlText(location.origin, projectId, query)).then(
      () => toast('success', 'Copied. Set POSTHOG_PERSONAL_API_KEY to a personal key.'),
      () => toast('danger', 'The browser does not allow access to the clipboard.'),
    );
  };
  return (
    <div className={styles.footer}>
      {typeof hogql === 'string' && hogql !== '' && (
        <QueryLink
          path="sql"
          query={{ kind: 'HogQLQuery', query: hogql } as { kind: string }}
          className={`${button.button} ${button.quiet}`}
        >
          <Icon name="terminal" /> Open as SQL
        </QueryLink>
      )}
      <Button kind="quiet" icon="copy" onClick={copy}>
        Copy as curl
      </Button>
    </div>
  );
}
