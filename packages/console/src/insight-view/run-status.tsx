import { useEffect, useState } from 'react';
import type { QueryNode } from '../queries/query-link';
import { ageWords, numberWords, shortNumber } from '../queries/numbers';
import { ProjectLink } from '../session/project-link';
import { Button, IconButton } from '../ui/button/button';
import paper from '../ui/paper/paper.module.css';
import styles from './insight-view.module.css';
import type { QueryRun } from './use-query-run';
import { useHeldFor } from './use-query-run';

/** Shorter runs show no progress, only their result. */
const QUIET_MS = 400;
/** If no query-worker has started the run after this time, a message points to the status of the installation. */
const LONG_WAIT_MS = 8_000;

/** One line: the progress of a run with a button to cancel it, or the age of a result with a button to refresh it. */
export function RunStatus({ run }: { readonly run: QueryRun<QueryNode> }) {
  const isSlow = useHeldFor(run.isRunning, QUIET_MS);
  if (isSlow) return <Progress run={run} />;
  const time = run.answer?.response.last_refresh;
  if (time === undefined || run.isRunning)
    return <p className={`${styles.status} ${paper.off}`}>&nbsp;</p>;
  return (
    <p className={`${styles.status} ${paper.off}`}>
      <Age time={time} />
      <IconButton icon="refresh-cw" label="Compute again" onClick={run.refresh} />
    </p>
  );
}

function Progress({ run }: { readonly run: QueryRun<QueryNode> }) {
  const { progress, cancel } = run;
  const isWaiting = progress?.isWaiting === true;
  const isLong = useHeldFor(isWaiting, LONG_WAIT_MS);
  return (
    <div className={styles.status} role="status">
      {run.isOutdated && (
        <strong className={styles.previous}>Previous result, until the new one is computed</strong>
      )}
      {progress !== null && progress.estimatedRows > 0 && (
        <progress
          aria-label="Rows read"
          value={progress.rowsRead}
          max={Math.max(progress.estimatedRows, progress.rowsRead)}
        />
      )}
      <span>{progress === null ? 'Computing…' : progressWords(progress)}</span>
      {isLong && (
        <span>
          All query-workers are busy, or no query-worker is running.{' '}
          <ProjectLink path="settings/status">Status</ProjectLink>
        </span>
      )}
      <Button kind="quiet" icon="x" onClick={cancel}>
        Cancel
      </Button>
    </div>
  );
}

function progressWords(progress: NonNullable<QueryRun<QueryNode>['progress']>): string {
  const { rowsRead, estimatedRows, bytesRead, seconds, isWaiting } = progress;
  if (isWaiting) return 'Waiting for a query-worker…';
  const rows =
    estimatedRows > 0
      ? `${shortNumber(rowsRead)} of ${shortNumber(estimatedRows)} rows`
      : `${shortNumber(rowsRead)} rows`;
  return `${rows}, ${numberWords(bytesRead / 1e6)} MB, ${numberWords(seconds)} s`;
}

function Age({ time }: { readonly time: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <span>
      Computed <time dateTime={time}>{ageWords(time, now)}</time>
    </span>
  );
}
