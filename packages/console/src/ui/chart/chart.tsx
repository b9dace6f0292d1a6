import { lazy } from 'react';
import { Loading } from '../state/states';
import { Lazily } from '../state/lazily';
import styles from './chart.module.css';
import type { PlotProps } from './plot';

// uPlot is loaded when the first chart is shown.
const Plot = lazy(() => import('./plot'));

interface ChartProps extends PlotProps {
  /** The time zone of the buckets; null if they are not periods of time. */
  readonly zone: string | null;
  /** A description of the buckets if they are not periods of time. */
  readonly caption?: string;
}

/** A chart of lines, areas or bars over buckets. Callers must pass the same `drawing` object until the data changes. */
export function Chart({ zone, caption, ...plot }: ChartProps) {
  return (
    <figure className={styles.chart}>
      <Lazily fallback={<Loading label="Loading the chart" />}>
        <Plot {...plot} />
      </Lazily>
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
