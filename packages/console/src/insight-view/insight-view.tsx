import type { ComponentType, ReactNode } from 'react';
import { lazy, useEffect } from 'react';
import type { InsightQuery } from '../queries/insight/types';
import { isInsightQuery } from '../queries/insight/types';
import { missingIn } from '../queries/insight/series-names';
import type { QueryNode } from '../queries/query-link';
import { EmptyState, Loading, Notice } from '../ui/state/states';
import { Lazily } from '../ui/state/lazily';
import { RunFrame } from './run-frame';
import type { Answer, QueryRun } from './use-query-run';
import { useQueryRun } from './use-query-run';
import type { ViewProps } from './view-props';

export interface InsightViewProps extends Omit<ViewProps, 'query' | 'response'> {
  /** The query to show. If it is not an insight, only its kind is shown. */
  readonly query: QueryNode;
  /** Called with the run of the query. Returns what is shown below the view. */
  readonly footer?: (run: QueryRun<InsightQuery>) => ReactNode;
}

interface KindView {
  /** Starts to load the code of the view, so that it is ready when the result arrives. */
  readonly load: () => Promise<unknown>;
  readonly View: ComponentType<ViewProps>;
}

/** A view whose code is loaded when the first query of its kind is shown. */
function kindView(load: () => Promise<{ readonly default: ComponentType<never> }>): KindView {
  // The cast is safe: `VIEWS` assigns each view to the kind of query that it accepts.
  return { load, View: lazy(load as () => Promise<{ default: ComponentType<ViewProps> }>) };
}

const VIEWS: Readonly<Record<InsightQuery['kind'], KindView>> = {
  TrendsQuery: kindView(() => import('./trends-view')),
  FunnelsQuery: kindView(() => import('./funnel-view')),
  RetentionQuery: kindView(() => import('./retention-view')),
  PathsQuery: kindView(() => import('./paths-view')),
  LifecycleQuery: kindView(() => import('./lifecycle-view')),
  StickinessQuery: kindView(() => import('./stickiness-view')),
};

/** The result of an insight query in each of its states. */
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
  const { kind } = props.query;
  const run = useQueryRun(props.query);
  useEffect(() => {
    // The error can be ignored here: the lazy view reports it when it is drawn.
    VIEWS[kind].load().catch(() => undefined);
  }, [kind]);
  return (
    <RunFrame run={run} footer={props.footer?.(run)}>
      {(answer) => (
        <>
          <Warnings answer={answer} />
          <Result {...props} answer={answer} />
        </>
      )}
    </RunFrame>
  );
}

function Result(props: InsightViewProps & { readonly answer: Answer<InsightQuery> }) {
  const { answer, ...rest } = props;
  const { query, response } = answer;
  const { View } = VIEWS[query.kind];
  return (
    <Lazily fallback={<Loading label="Loading the chart" />}>
      <View {...rest} query={query} response={response} />
    </Lazily>
  );
}

/** The warnings about a result: an empty range, rows that were left out. */
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
