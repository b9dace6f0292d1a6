import type { ReactNode } from 'react';
import type { QueryNode } from '../queries/query-link';
import { Button } from '../ui/button/button';
import { EmptyState, ErrorState, Loading } from '../ui/state/states';
import styles from './insight-view.module.css';
import { RunStatus } from './run-status';
import type { Answer, QueryRun } from './use-query-run';

interface RunFrameProps<Q extends QueryNode> {
  readonly run: QueryRun<Q>;
  /** Shown below the result, even if there is no result. */
  readonly footer?: ReactNode;
  readonly children: (answer: Answer<Q>) => ReactNode;
}

/** The result of a run in each state: computing, failed, cancelled, outdated or complete. */
export function RunFrame<Q extends QueryNode>({ run, footer, children }: RunFrameProps<Q>) {
  const isDimmed = run.isOutdated || (run.error !== null && run.answer !== undefined);
  return (
    <div className={styles.view}>
      <RunStatus run={run} />
      {run.error !== null && (
        <ErrorState error={run.error} onRetry={run.refresh} queryId={run.queryId} />
      )}
      {run.isCancelled && run.error === null && <Cancelled run={run} />}
      {run.answer === undefined ? (
        run.isRunning && <Loading label="Computing" />
      ) : (
        <div className={isDimmed ? styles.dimmed : undefined} aria-busy={run.isRunning}>
          {children(run.answer)}
        </div>
      )}
      {footer}
    </div>
  );
}

function Cancelled({ run }: { readonly run: QueryRun<QueryNode> }) {
  return (
    <EmptyState
      icon="pause"
      title="You cancelled this query"
      action={
        <Button icon="play" onClick={run.refresh}>
          Run it again
        </Button>
      }
    >
      {run.answer !== undefined && 'Below is the previous result.'}
    </EmptyState>
  );
}
