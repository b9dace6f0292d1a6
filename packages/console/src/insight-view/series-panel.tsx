import { useMemo } from 'react';
import {
  decodeSeriesChoice,
  encodeSeriesChoice,
  seriesNames,
  withSeries,
} from '../queries/insight/series-choice';
import { useProject } from '../session/me';
import { useHashPart } from '../session/use-hash-part';
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
  /** The parameter in the fragment of the URL that names the chosen series; by default `series`. */
  readonly urlPart?: string;
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
  const { hidden, toggle } = useHiddenSeries(props);
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
          onToggle={toggle}
          opener={({ series: at, bucket }) => opener(at, bucket ?? null)}
        />
      )}
    </div>
  );
}

/**
 * The keys of the series that are not drawn, and a function that draws or hides one. The choice is in the URL. A compact
 * chart has no table for a choice.
 */
function useHiddenSeries({ series, hiddenKeys, isCompact, urlPart = 'series' }: SeriesPanelProps) {
  const [text, setText] = useHashPart(urlPart);
  const choice = useMemo(() => decodeSeriesChoice(isCompact ? null : text), [isCompact, text]);
  const lines = useMemo(() => {
    const names = seriesNames(series);
    return series.map(({ key }, at) => {
      const name = names[at] ?? '';
      const isDefault = at < DRAWN_LINES && hiddenKeys?.has(key) !== true;
      return { key, name, isDefault, isShown: choice.get(name) ?? isDefault };
    });
  }, [choice, hiddenKeys, series]);
  const hidden = useMemo(
    () => new Set(lines.filter(({ isShown }) => !isShown).map(({ key }) => key)),
    [lines],
  );
  const toggle = (key: string): void => {
    const line = lines.find((one) => one.key === key);
    if (line === undefined) return;
    setText(encodeSeriesChoice(withSeries(choice, line.name, !line.isShown, line.isDefault)));
  };
  return { hidden, toggle };
}
