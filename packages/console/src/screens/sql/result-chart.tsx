import { useMemo, useState } from 'react';
import { chartColumns, chartOfResult } from '../../queries/sql/chart-of-result';
import type { SqlResult } from '../../queries/sql/result';
import { isNumeric } from '../../queries/sql/result';
import Plot from '../../ui/chart/plot';
import { Swatch } from '../../ui/chart/swatch';
import { SelectField } from '../../ui/field/field';
import { EmptyState } from '../../ui/state/states';
import styles from './sql.module.css';

const NONE = '-1';

/** A result as lines or bars. The user can choose the columns. */
export default function ResultChart(props: { readonly result: SqlResult; readonly zone: string }) {
  const { result, zone } = props;
  const [chosen, setChosen] = useState(() => chartColumns(result));
  const [kind, setKind] = useState<'line' | 'bars'>('line');
  const chart = useMemo(
    () => (chosen === null ? null : chartOfResult(result, chosen, zone)),
    [result, chosen, zone],
  );
  const drawing = useMemo(
    () =>
      chart === null
        ? null
        : {
            kind,
            series: chart.series.map(({ label, values }, look) => ({
              key: label,
              label,
              values,
              look,
              isBefore: false,
            })),
            buckets: chart.buckets,
            isLastRunning: false,
          },
    [chart, kind],
  );
  if (chosen === null || chart === null || drawing === null) {
    return (
      <EmptyState icon="chart-line" title="Nothing to draw">
        A chart needs at least one column of numbers.
      </EmptyState>
    );
  }
  const options = result.columns.map((label, index) => ({ value: String(index), label }));
  const numbers = options.filter((_, index) => isNumeric(result.types[index]?.[1] ?? ''));
  return (
    <div className={styles.chart}>
      <div className={styles.chartFields}>
        <SelectField
          label="Drawn as"
          value={kind}
          options={[
            { value: 'line', label: 'Lines' },
            { value: 'bars', label: 'Bars' },
          ]}
          onChange={setKind}
        />
        <SelectField
          label="Along the axis"
          value={String(chosen.x)}
          options={options}
          onChange={(x) => setChosen({ ...chosen, x: Number(x) })}
        />
        <SelectField
          label="Value"
          value={String(chosen.values[0])}
          options={numbers}
          onChange={(value) => setChosen({ ...chosen, values: [Number(value)] })}
        />
        <SelectField
          label="Split by"
          value={chosen.split === null ? NONE : String(chosen.split)}
          options={[{ value: NONE, label: 'Nothing' }, ...options]}
          onChange={(split) =>
            setChosen({ ...chosen, split: split === NONE ? null : Number(split) })
          }
        />
      </div>
      <Plot label="Chart of the result" drawing={drawing} height={320} onOpen={null} />
      <ul className={styles.legend} aria-label="Series">
        {chart.series.map(({ label }, look) => (
          <li key={label}>
            <Swatch look={look} /> {label}
          </li>
        ))}
      </ul>
      <p className={styles.meta}>
        Times in {zone}
        {chart.leftOut > 0 && ` · ${chart.leftOut} more series or points are not drawn`}
      </p>
    </div>
  );
}
