import type { QueryRun } from '../../insight-view/use-query-run';
import type { InsightQuery } from '../../queries/insight/types';
import { comingBackBy } from '../../queries/questions';
import type { QueryNode } from '../../queries/query-link';
import { QueryLink } from '../../session/query-link';
import button from '../../ui/button/button.module.css';
import { Icon } from '../../ui/icon/icon';

const LOOK = `${button.button} ${button.quiet}`;

/** A link that opens the statement of a result in the SQL editor; nothing before the first result. */
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

/** A link that opens a query in the insight builder. */
export function OpenAsInsight({ query }: { readonly query: InsightQuery }) {
  return (
    <QueryLink path="insights/new" query={query} className={LOOK}>
      <Icon name="chart-line" /> Open as an insight
    </QueryLink>
  );
}

/** A link to a retention insight with a breakdown by the first value of a property. */
export function OpenReturning({ property }: { readonly property: string }) {
  return (
    <QueryLink path="insights/new" query={comingBackBy(property)} className={LOOK}>
      <Icon name="users" /> Who comes back
    </QueryLink>
  );
}
