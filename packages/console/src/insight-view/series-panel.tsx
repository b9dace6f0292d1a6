import { useMemo, useState } from 'react';
import { useProject } from '../session/me';
import { Chart } from '../ui/chart/chart';
import type { Bucket, ChartKind, ChartMark, ChartSeries } from '../ui/chart/chart-types';
import { Swatch } from '../ui/chart/swatch';
import { SeriesTable } from '../ui/chart/series-table';
import styles from './insight-view.module.css';

/** Lines that are drawn until somebody chooses others in the legend. */
const DRAWN_LINES = 10;

interface SeriesPanelProps {
  readonly label: string;
  readonly kind: ChartKind;
  readonly series: readonly (ChartSeries & { readonly total: number })[];
  readonly buckets: readonly Bucket[];
  /** Whether buckets are times, which have a zone. */
  readonly isOverTime: boolean;
  /** What they are otherwise. */
  readonly caption?: string;
  readonly isLastRunning: boolean;
  readonly isCompact: boolean;
  /** What the sums of the series are called; null where they mean nothing. */
  readonly totalLabel: string | null;
  /** Keys that are hidden until somebody shows them. */
  readonly hiddenKeys?: ReadonlySet<string>;
  /** What a value is called in words. The same function at each call. */
  readonly words?: (value: number) => string;
  /** Notes at buckets. The same list until they change. */
  readonly marks?: readonly ChartMark[];
  /** Opens the people of a value, null where there are none; a missing bucket is the whole series. */
  readonly opener: (series: number, bucket: number | null) => (() => void) | null;
  /** Whether values of the chart open people; those of the table ask `opener`. */
  readonly canOpen: boolean;
}

/** A chart of series over buckets, and its legend: a table of every value. Callers keep `series` and `buckets` the same until they change. */
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

/** What is in one of the two, not in both. */
function difference(a: ReadonlySet<string>, b: ReadonlySet<string>): ReadonlySet<string> {
  return new Set([...a, ...b].filter((key) => a.has(key) !== b.has(key)));
}
