import { useMemo, useState } from 'react';
import { useProject } from '../session/me';
import { Chart } from '../ui/chart/chart';
import type { Bucket, ChartKind, ChartMark, ChartSeries } from '../ui/chart/chart-types';
import { Swatch } from '../ui/chart/swatch';
import { SeriesTable } from '../ui/chart/series-table';
import styles from './insight-view.module.css';

/** The number of lines that are drawn by default; the legend can show others. */
const DRAWN_LINES = 10;

interface SeriesPanelProps {
  readonly label: string;
  readonly kind: ChartKind;
  readonly series: readonly (ChartSeries & { readonly total: number })[];
  readonly buckets: readonly Bucket[];
  /** Whether the buckets are periods of time, which have a time zone. */
  readonly isOverTime: boolean;
  /** A description of the buckets if they are not periods of time. */
  readonly caption?: string;
  readonly isLastRunning: boolean;
  readonly isCompact: boolean;
  /** The heading of the column of sums; null if a sum has no meaning. */
  readonly totalLabel: string | null;
  /** Keys of the series that are hidden by default. */
  readonly hiddenKeys?: ReadonlySet<string>;
  /** Formats a value. It must be the same function on each render. */
  readonly words?: (value: number) => string;
  /** Notes at buckets. It must be the same array until the notes change. */
  readonly marks?: readonly ChartMark[];
  /**
   * Returns a function that opens the people behind a value, or null if the value has no list of people. A null bucket
   * means the whole series.
   */
  readonly opener: (series: number, bucket: number | null) => (() => void) | null;
  /** Whether a click on a value in the chart opens its people. For values in the table, `opener` decides. */
  readonly canOpen: boolean;
}

/**
 * A chart of series over buckets, with a table of all values as its legend. Callers must pass the same `series` and
 * `buckets` objects until the data changes.
 */
export function SeriesPanel(props: SeriesPanelProps) {
  const { label, kind, series, buckets, isLastRunning, isCompact, opener, words, marks } = props;
  const project = useProject();
  const [changed, setChanged] = useState<ReadonlySet<string>>(new Set());
  const { hiddenKeys } = props;
  const hidden = useMemo(() => {
    const beyond = series.slice(DRAWN_LINES).map(({ key }) => key);
    return difference(new Set([...beyond, ...(hiddenKeys ?? [])]), changed);
  }, [changed, hiddenKeys, series]);
  const drawing = useMemo(
    () => ({
      kind,
      series: series.filter(({ key }) => !hidden.has(key)),
      buckets,
      isLastRunning,
      ...(words === undefined ? {} : { words }),
      ...(marks === undefined ? {} : { marks }),
    }),
    [buckets, hidden, isLastRunning, kind, marks, series, words],
  );
  return (
    <div className={styles.parts}>
      <Chart
        label={label}
        zone={props.isOverTime ? project.timezone : null}
        caption={props.caption}
        height={isCompact ? 220 : 340}
        drawing={drawing}
        onOpen={
          props.canOpen
            ? (point) => {
                const key = drawing.series[point.series]?.key;
                const at = series.findIndex((entry) => entry.key === key);
                opener(at, point.bucket)?.();
              }
            : null
        }
      />
      {isCompact && drawing.series.length > 1 && (
        <ul className={styles.legend}>
          {drawing.series.map(({ key, label: name, look, isBefore }) => (
            <li key={key}>
              <Swatch look={look} isBefore={isBefore} /> {name}
            </li>
          ))}
        </ul>
      )}
      {drawing.series.length < series.length && (
        <p className={styles.note}>
          {drawing.series.length} of {series.length} series are drawn
          {isCompact ? '.' : '; choose others in the table.'}
        </p>
      )}
      {!isCompact && (
        <SeriesTable
          label={`Values of ${label}`}
          series={series}
          buckets={buckets}
          totalLabel={props.totalLabel}
          words={words}
          hidden={hidden}
          onToggle={(key) => setChanged(difference(changed, new Set([key])))}
          opener={({ series: at, bucket }) => opener(at, bucket ?? null)}
        />
      )}
    </div>
  );
}

/** The elements that are in exactly one of the two sets. */
function difference(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a, ...b].filter((key) => a.has(key) !== b.has(key)));
}
