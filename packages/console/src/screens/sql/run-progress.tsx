import { useEffect, useState } from 'react';
import { bytesText } from '../../queries/sql/bytes-text';
import { Button } from '../../ui/button/button';
import { useRunProgress } from './use-runs';
import styles from './sql.module.css';

/** The progress is shown if a run takes longer than this. */
const SHOWN_AFTER_MS = 400;

/** The rows and bytes read by a run, its duration, and a button that cancels it. */
export function RunProgress(props: {
  readonly projectId: number;
  readonly runKey: string;
  readonly onCancel: () => void;
}) {
  const { projectId, runKey, onCancel } = props;
  const progress = useRunProgress(projectId, runKey);
  const milliseconds = useElapsed();
  if (milliseconds < SHOWN_AFTER_MS) return <span className={styles.meta}>Running…</span>;
  const number = new Intl.NumberFormat();
  const rows = progress?.rowsRead ?? 0;
  const estimate = progress?.estimatedRows ?? 0;
  const share = estimate > 0 ? Math.min(1, rows / estimate) : undefined;
  return (
    <div className={styles.progress} role="status">
      <progress aria-label="Rows read" value={share} max={1} />
      <span>
        {rows > 0
          ? `${number.format(rows)}${estimate > rows ? ` of about ${number.format(estimate)}` : ''} rows, ${bytesText(progress?.bytesRead ?? 0)}, `
          : 'Running, '}
        {Math.round(milliseconds / 1_000)} s
      </span>
      <Button icon="x" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}

/** The number of milliseconds since the component was first shown. */
function useElapsed(): number {
  const [milliseconds, setMilliseconds] = useState(0);
  useEffect(() => {
    const from = performance.now();
    const timer = setInterval(() => setMilliseconds(performance.now() - from), 200);
    return () => clearInterval(timer);
  }, []);
  return milliseconds;
}
