import type { QueryRun } from '../../insight-view/use-query-run';
import type { InsightQuery } from '../../queries/insight/types';
import type { QueryNode } from '../../queries/query-link';
import { QueryLink } from '../../session/query-link';
import button from '../../ui/button/button.module.css';
import { Icon } from '../../ui/icon/icon';

const LOOK = `${button.button} ${button.quiet}`;

/** A link to the SQL editor with the statement that computed a result; nothing until there is one. */
export function OpenAsSql({ run }: { readonly run: QueryRun<QueryNode> }) {
  const hogql = run.answer?.response.hogql;
  if (typeof hogql !== 'string' || hogql === '') return null;
  const query = { kind: 'HogQLQuery', query: hogql };
  return (
    <QueryLink path="sql" query={query} className={LOOK}>
      <Icon name="terminal" /> Open as SQL
    </QueryLink>
  );
}

/** A link to the builder of insights with a query. */
export function OpenAsInsight({ query }: { readonly query: InsightQuery }) {
  return (
    <QueryLink path="insights/new" query={query} className={LOOK}>
      <Icon name="chart-line" /> Open as an insight
    </QueryLink>
  );
}
