import { lazy, Suspense } from 'react';
import { Loading } from '../state/states';
import styles from './chart.module.css';
import type { PlotProps } from './plot';

// uPlot is loaded with the first chart.
const Plot = lazy(() => import('./plot'));

interface ChartProps extends PlotProps {
  /** The time zone of the buckets; null if they are not time intervals. */
  readonly zone: string | null;
  /** Describes the buckets if they are not time intervals. */
  readonly caption?: string;
}

/** Lines, areas or bars over buckets. Callers must keep `drawing` the same object until it changes. */
export function Chart({ zone, caption, ...plot }: ChartProps) {
  return (
    <figure className={styles.chart}>
      <Suspense fallback={<Loading label="Loading the chart" />}>
        <Plot {...plot} />
      </Suspense>
      {zone === null && caption !== undefined && (
        <figcaption className={styles.caption}>{caption}</figcaption>
      )}
      {zone !== null && (
        <figcaption className={styles.caption}>
          Times in {zone}
          {plot.drawing.isLastRunning && ' · the last period is still running'}
        </figcaption>
      )}
    </figure>
  );
}
