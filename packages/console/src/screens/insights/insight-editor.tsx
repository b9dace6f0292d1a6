import type { ReactNode } from 'react';
import { useState } from 'react';
import { InsightView } from '../../insight-view/insight-view';
import { PeopleDrawer } from '../../insight-view/people-drawer';
import type { QueryRun } from '../../insight-view/use-query-run';
import type { PeopleBehind } from '../../queries/insight/people-behind';
import type { InsightQuery } from '../../queries/insight/types';
import { QueryLink } from '../../session/query-link';
import { Button } from '../../ui/button/button';
import button from '../../ui/button/button.module.css';
import { Icon } from '../../ui/icon/icon';
import { Builder } from './builder/builder';
import styles from './insights.module.css';
import { Toolbar } from './toolbar';

interface InsightEditorProps {
  readonly query: InsightQuery;
  readonly label: string;
  readonly onChange: (query: InsightQuery) => void;
}

/** Builder and result side by side; on a narrow screen the builder opens above the result. */
export function InsightEditor({ query, label, onChange }: InsightEditorProps) {
  const [people, setPeople] = useState<PeopleBehind | null>(null);
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
          onPeople={setPeople}
          footer={(run) => <AsSql run={run} />}
        />
      </section>
      <PeopleDrawer people={people} onClose={() => setPeople(null)} />
    </div>
  );
}

/** The SQL that the result was computed with, to go on with in the editor. */
function AsSql({ run }: { readonly run: QueryRun<InsightQuery> }): ReactNode {
  const hogql = run.answer?.response.hogql;
  if (typeof hogql !== 'string' || hogql === '') return null;
  const query = { kind: 'HogQLQuery', query: hogql };
  return (
    <p>
      <QueryLink path="sql" query={query} className={`${button.button} ${button.quiet}`}>
        <Icon name="terminal" /> Open as SQL
      </QueryLink>
    </p>
  );
}
