import { numberWords } from '../../queries/numbers';
import type { Bucket, ChartPoint, ChartSeries } from './chart-types';
import paper from '../paper/paper.module.css';
import styles from './chart.module.css';
import { Swatch } from './swatch';

interface SeriesTableProps {
  readonly label: string;
  readonly series: readonly (ChartSeries & { readonly total: number })[];
  readonly buckets: readonly Bucket[];
  /** The heading of the column of totals; null without that column. */
  readonly totalLabel: string | null;
  /** Formats a value; by default as a number. */
  readonly words?: (value: number) => string;
  /** The keys of the series that the chart hides. `onToggle` hides or shows a series. */
  readonly hidden?: ReadonlySet<string>;
  readonly onToggle?: (key: string) => void;
  /**
   * Returns a function that shows the people behind a value; null if it has no people. Without a bucket, the value is
   * that of the whole range.
   */
  readonly opener: (
    point: Partial<ChartPoint> & { readonly series: number },
  ) => (() => void) | null;
}

/** A table of all values of a chart, which is also its legend. On paper it has only the legend and the totals. */
export function SeriesTable(props: SeriesTableProps) {
  const { label, series, buckets, totalLabel, words, hidden, onToggle, opener } = props;
  return (
    <div className={styles.tableFrame} tabIndex={0} role="region" aria-label={label}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Series</th>
            {totalLabel !== null && <th scope="col">{totalLabel}</th>}
            {buckets.map((bucket, index) => (
              <th key={index} scope="col" title={bucket.title} className={paper.off}>
                {bucket.tick}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {series.map((entry, row) => (
            <tr key={entry.key}>
              <th scope="row">
                <label className={styles.legend}>
                  {onToggle !== undefined && (
                    <input
                      type="checkbox"
                      aria-label={`Show ${entry.label}`}
                      checked={hidden?.has(entry.key) !== true}
                      onChange={() => onToggle(entry.key)}
                    />
                  )}
                  <Swatch look={entry.look} isBefore={entry.isBefore} />
                  <span title={entry.label}>{entry.label}</span>
                </label>
              </th>
              {totalLabel !== null && (
                <td>
                  <Value
                    value={entry.total}
                    label={`${entry.label}, ${totalLabel}`}
                    onOpen={opener({ series: row })}
                  />
                </td>
              )}
              {buckets.map((bucket, at) => (
                <td key={at} className={paper.off}>
                  <Value
                    value={entry.values[at]}
                    words={words}
                    label={`${entry.label}, ${entry.isBefore ? (entry.days?.[at] ?? '') : bucket.title}`}
                    onOpen={opener({ series: row, bucket: at })}
                  />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** A number, with a button that shows its people if it has some. */
export function Value(props: {
  readonly value: number | undefined;
  readonly label: string;
  readonly words?: (value: number) => string;
  readonly onOpen: (() => void) | null;
}) {
  const { value, label, words = numberWords, onOpen } = props;
  if (value === undefined) return <span className={styles.none}>–</span>;
  if (onOpen === null || value === 0) return <span>{words(value)}</span>;
  return (
    <button
      type="button"
      className={styles.value}
      aria-label={`${label}: ${words(value)}, show people`}
      onClick={onOpen}
    >
      {words(value)}
    </button>
  );
}
