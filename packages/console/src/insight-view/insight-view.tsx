import type { ReactNode } from 'react';
import type { PeopleBehind } from '../queries/insight/people-behind';
import type { InsightQuery } from '../queries/insight/types';
import { isInsightQuery } from '../queries/insight/types';
import { missingIn } from '../queries/insight/series-names';
import type { QueryNode } from '../queries/query-link';
import { Button } from '../ui/button/button';
import { EmptyState, ErrorState, Loading, Notice } from '../ui/state/states';
import { FunnelView } from './funnel-view';
import styles from './insight-view.module.css';
import { RunStatus } from './run-status';
import { TrendsView } from './trends-view';
import type { Answer, QueryRun } from './use-query-run';
import { useQueryRun } from './use-query-run';

export interface InsightViewProps {
  /** Any query; one that is no trends or funnel is named, not drawn. */
  readonly query: QueryNode;
  /** What the chart is called. */
  readonly label: string;
  /** A tile: no table of values below the chart. */
  readonly isCompact?: boolean;
  /** Opens the people behind a number; without it numbers are text. */
  readonly onPeople?: (people: PeopleBehind) => void;
  /** Called with the response, for what is shown around the view. */
  readonly footer?: (run: QueryRun<InsightQuery>) => ReactNode;
}

/** The result of a query of an insight, in each of its states. */
export function InsightView(props: InsightViewProps) {
  const { query } = props;
  if (!isInsightQuery(query)) {
    return (
      <EmptyState icon="chart-line" title="No chart for this kind yet">
        A query of the kind {query.kind} cannot be drawn here.
      </EmptyState>
    );
  }
  const missing = missingIn(query);
  if (missing !== null) {
    return (
      <EmptyState icon="list" title="Choose what to count">
        {missing}
      </EmptyState>
    );
  }
  return <RunningView {...props} query={query} />;
}

function RunningView(props: InsightViewProps & { readonly query: InsightQuery }) {
  const run = useQueryRun(props.query);
  const isDimmed = run.isOutdated || (run.error !== null && run.answer !== undefined);
  return (
    <div className={styles.view}>
      <RunStatus run={run} />
      {run.error !== null && <ErrorState error={run.error} onRetry={run.refresh} />}
      {run.isCancelled && run.error === null && <Cancelled onRun={run.refresh} />}
      {run.answer === undefined ? (
        run.isRunning && <Loading label="Computing" />
      ) : (
        <div className={isDimmed ? styles.dimmed : undefined} aria-busy={run.isRunning}>
          <Warnings answer={run.answer} />
          <Result {...props} answer={run.answer} />
        </div>
      )}
      {props.footer?.(run)}
    </div>
  );
}

function Result(props: InsightViewProps & { readonly answer: Answer<InsightQuery> }) {
  const { answer, ...rest } = props;
  const { query, response } = answer;
  if (query.kind === 'FunnelsQuery')
    return <FunnelView {...rest} query={query} response={response} />;
  return <TrendsView {...rest} query={query} response={response} />;
}

function Cancelled({ onRun }: { readonly onRun: () => void }) {
  return (
    <EmptyState
      icon="pause"
      title="You cancelled this query"
      action={
        <Button icon="play" onClick={onRun}>
          Run it again
        </Button>
      }
    />
  );
}

/** What the server says of a result: an empty range, rows that were left out. */
function Warnings({ answer }: { readonly answer: Answer<InsightQuery> }) {
  const { warnings } = answer.response;
  if (!Array.isArray(warnings) || warnings.length === 0) return null;
  return (
    <Notice kind="warning">
      {warnings.map((warning) => (
        <p key={String(warning)}>{String(warning)}</p>
      ))}
    </Notice>
  );
}
