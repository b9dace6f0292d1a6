import type { ReactNode } from 'react';
import { lazy, useRef, useState } from 'react';
import { InsightView } from '../../insight-view/insight-view';
import type { QueryRun } from '../../insight-view/use-query-run';
import { curlText } from '../../queries/insight/curl-text';
import { rangeWords } from '../../queries/date-range';
import type { InsightQuery } from '../../queries/insight/types';
import { useProject, useProjectId } from '../../session/me';
import { QueryLink } from '../../session/query-link';
import { usePeopleLink } from '../../session/use-people-link';
import { Button } from '../../ui/button/button';
import button from '../../ui/button/button.module.css';
import { Icon } from '../../ui/icon/icon';
import { PaperFacts } from '../../ui/paper/paper-facts';
import paper from '../../ui/paper/paper.module.css';
import { usePaperJob } from '../../ui/paper/use-paper-job';
import { Notice } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';
import { Lazily } from '../../ui/state/lazily';
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

/** The builder beside the result. On a narrow screen, the builder opens above the result. */
export function InsightEditor({ query, label, insightId, onChange }: InsightEditorProps) {
  const { people, error, setPeople } = usePeopleLink();
  const [isBuilderOpen, setBuilderOpen] = useState(false);
  const project = useProject();
  const result = useRef<HTMLElement>(null);
  const job = usePaperJob();
  const picture = (): void => job.begin({ form: 'picture', name: label, element: result.current });
  return (
    <div className={styles.editor}>
      <div className={`${styles.builderToggle} ${paper.off}`}>
        <Button
          icon="pencil"
          aria-expanded={isBuilderOpen}
          onClick={() => setBuilderOpen(!isBuilderOpen)}
        >
          {isBuilderOpen ? 'Close the builder' : 'Edit the query'}
        </Button>
      </div>
      <aside
        className={`${styles.builder} ${paper.off}`}
        data-open={isBuilderOpen}
        aria-label="Builder"
      >
        <Builder query={query} onChange={onChange} />
      </aside>
      <section ref={result} className={styles.result} aria-label="Result">
        <h2 className={paper.only}>{label}</h2>
        <PaperFacts zone={project.timezone} facts={[project.name, rangeWords(query.dateRange)]} />
        <div className={paper.off}>
          <Toolbar query={query} onChange={onChange} />
        </div>
        <InsightView
          query={query}
          label={label}
          insightId={insightId}
          onPeople={setPeople}
          footer={(run) => <Footer run={run} query={query} onPicture={picture} />}
        />
        {error !== null && <Notice kind="danger">{error.message}</Notice>}
      </section>
      {job.dialog}
      {people !== null && (
        <Lazily>
          <PeopleDrawer people={people} onClose={() => setPeople(null)} />
        </Lazily>
      )}
    </div>
  );
}

/** Links below the result: its SQL in the SQL editor, a shell command that runs the query, and a picture. */
function Footer(props: {
  readonly run: QueryRun<InsightQuery>;
  readonly query: InsightQuery;
  readonly onPicture: () => void;
}): ReactNode {
  const { run, query, onPicture } = props;
  const projectId = useProjectId();
  const hogql = run.answer?.response.hogql;
  const copy = (): void => {
    navigator.clipboard.writeText(curlText(location.origin, projectId, query)).then(
      () => toast('success', 'Copied. Set POSTHOG_PERSONAL_API_KEY to a personal key.'),
      () => toast('danger', 'The browser does not allow access to the clipboard.'),
    );
  };
  return (
    <div className={`${styles.footer} ${paper.off}`}>
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
      <Button kind="quiet" icon="download" disabled={run.answer === undefined} onClick={onPicture}>
        Download as PNG
      </Button>
    </div>
  );
}
