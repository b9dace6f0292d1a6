import type { Experiment, Metric } from '../../queries/experiments/experiment';
import { peopleConverted, peopleCounted } from '../../queries/experiments/experiment-queries';
import { metricName } from '../../queries/experiments/metric-words';
import type { ResultRow, ResultTable } from '../../queries/experiments/results';
import {
  certaintyWords,
  changeWords,
  intervalScale,
  levelWords,
  valueWords,
  verdictWords,
} from '../../queries/experiments/results';
import type { PeopleBehind } from '../../queries/insight/people-behind';
import { Value } from '../../ui/chart/series-table';
import { Badge } from '../../ui/text/badge';
import { IntervalBar } from './interval-bar';
import styles from './experiments.module.css';

interface ResultTableProps {
  readonly table: ResultTable;
  readonly metric: Metric;
  readonly experiment: Experiment;
  readonly onPeople: (people: PeopleBehind) => void;
}

const TONES = { better: 'success', worse: 'danger', unclear: 'plain' } as const;

/** The variants of a metric, with the difference of each from the baseline and its interval. */
export function ResultTableView({ table, metric, experiment, onPeople }: ResultTableProps) {
  const { stats_config: stats } = experiment;
  const scale = intervalScale(table.rows);
  const isConverting = table.rows[0]?.converted !== null;
  const isFrequentist = stats?.method === 'frequentist';
  const label = `${table.title === null ? '' : `${table.title}: `}${metricName(metric)}`;
  const converted = (row: ResultRow) => {
    const people =
      table.title === null && row.converted !== null
        ? peopleConverted(experiment, metric, row.key, row.converted)
        : null;
    return people === null ? null : () => onPeople(people);
  };
  // The people of single breakdown values cannot be listed.
  const counted = (row: ResultRow) => {
    const people =
      table.title === null ? peopleCounted(experiment, metric, row.key, row.units) : null;
    return people === null ? null : () => onPeople(people);
  };
  return (
    <>
      {table.title !== null && <h3 className={styles.breakdown}>{table.title}</h3>}
      <div className={styles.scroller} tabIndex={0} role="region" aria-label={label}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">Variant</th>
              <th scope="col" className={styles.number}>
                People
              </th>
              {isConverting && (
                <th scope="col" className={styles.number}>
                  Converted
                </th>
              )}
              <th scope="col" className={styles.number}>
                {isConverting ? 'Share' : 'Value'}
              </th>
              <th scope="col" className={styles.number}>
                Change
              </th>
              <th scope="col">{levelWords(stats)} interval</th>
              <th scope="col" className={styles.number}>
                {isFrequentist ? 'p-value' : 'Chance to be higher'}
              </th>
              <th scope="col">Result</th>
            </tr>
          </thead>
          <tbody>
            {table.rows.map((row) => (
              <tr key={row.key}>
                <th scope="row">{row.key}</th>
                <td className={styles.number}>
                  <Value
                    value={row.units}
                    label={`People of ${row.key}, ${metricName(metric)}`}
                    onOpen={counted(row)}
                  />
                </td>
                {isConverting && (
                  <td className={styles.number}>
                    <Value
                      value={row.converted ?? 0}
                      label={`${row.key}, ${metricName(metric)}`}
                      onOpen={converted(row)}
                    />
                  </td>
                )}
                <td className={styles.number}>{valueWords(metric, row.value)}</td>
                <td className={styles.number}>
                  {row.isBaseline ? '' : changeWords(metric, stats, row.change)}
                </td>
                <td>
                  {row.interval !== null && (
                    <>
                      <IntervalBar
                        interval={row.interval}
                        estimate={row.change}
                        scale={scale}
                        verdict={row.verdict}
                      />
                      <span className={styles.interval}>
                        {changeWords(metric, stats, row.interval[0])} to{' '}
                        {changeWords(metric, stats, row.interval[1])}
                      </span>
                    </>
                  )}
                </td>
                <td className={styles.number}>{row.isBaseline ? '' : certaintyWords(row)}</td>
                <td>
                  {row.verdict === null ? (
                    <span className={styles.note}>{verdictWords(row)}</span>
                  ) : (
                    <Badge tone={TONES[row.verdict]}>{verdictWords(row)}</Badge>
                  )}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
