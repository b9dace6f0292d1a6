import type { ChartSeries } from './chart-types';
import styles from './chart.module.css';
import { lookOf } from './palette';
import { Value } from './series-table';

interface TotalsProps {
  readonly series: readonly (ChartSeries & { readonly total: number })[];
  readonly opener: (series: number) => (() => void) | null;
}

/** One large number per series. */
export function BigNumbers({ series, opener }: TotalsProps) {
  return (
    <ul className={styles.bigNumbers}>
      {series.map((entry, index) => (
        <li key={entry.key}>
          <Value value={entry.total} label={entry.label} onOpen={opener(index)} />
          <span>{entry.label}</span>
        </li>
      ))}
    </ul>
  );
}

/** A bar per series; all bars start at the same zero line. */
export function ValueBars({ series, opener }: TotalsProps) {
  const largest = Math.max(...series.map((entry) => entry.total), 0);
  return (
    <ul className={styles.valueBars}>
      {series.map((entry, index) => (
        <li key={entry.key}>
          <span className={styles.barName} title={entry.label}>
            {entry.label}
          </span>
          <svg className={styles.bar} aria-hidden="true" focusable="false">
            <rect
              width={`${largest > 0 ? (Math.max(entry.total, 0) / largest) * 100 : 0}%`}
              height="100%"
              rx={3}
              fill={`var(${lookOf(entry.look).token})`}
            />
          </svg>
          <Value value={entry.total} label={entry.label} onOpen={opener(index)} />
        </li>
      ))}
    </ul>
  );
}

/** One row per series with its name and its number. */
export function ValueTable({ series, opener }: TotalsProps) {
  return (
    <div className={styles.tableFrame} tabIndex={0} role="region" aria-label="Values">
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">Series</th>
            <th scope="col">Value</th>
          </tr>
        </thead>
        <tbody>
          {series.map((entry, index) => (
            <tr key={entry.key}>
              <th scope="row">{entry.label}</th>
              <td>
                <Value value={entry.total} label={entry.label} onOpen={opener(index)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
