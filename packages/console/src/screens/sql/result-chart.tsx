import { useMemo } from 'react';
import { chartOfResult, chosenColumns, NO_SPLIT } from '../../queries/sql/chart-of-result';
import type { SqlResult } from '../../queries/sql/result';
import { isNumeric } from '../../queries/sql/result';
import { useAddressSearch, useChangeSearch } from '../../session/address';
import Plot from '../../ui/chart/plot';
import { Swatch } from '../../ui/chart/swatch';
import { SelectField } from '../../ui/field/field';
import { EmptyState } from '../../ui/state/states';
import styles from './sql.module.css';

const NONE = String(NO_SPLIT);

/** A result as lines or bars. The user can choose the columns, which are URL parameters. */
export default function ResultChart(props: { readonly result: SqlResult; readonly zone: string }) {
  const { result, zone } = props;
  const { drawn, x, value, split } = useAddressSearch();
  const changeSearch = useChangeSearch();
  const chosen = useMemo(
    () => chosenColumns(result, { x, value, split }),
    [result, x, value, split],
  );
  const kind: 'line' | 'bars' = drawn === 'bars' ? 'bars' : 'line';
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
          onChange={(next) => changeSearch({ drawn: next === 'bars' ? next : undefined })}
        />
        <SelectField
          label="Along the axis"
          value={String(chosen.x)}
          options={options}
          onChange={(column) => changeSearch({ x: column })}
        />
        <SelectField
          label="Value"
          value={String(chosen.values[0])}
          options={numbers}
          onChange={(column) => changeSearch({ value: column })}
        />
        <SelectField
          label="Split by"
          value={chosen.split === null ? NONE : String(chosen.split)}
          options={[{ value: NONE, label: 'Nothing' }, ...options]}
          onChange={(column) => changeSearch({ split: column })}
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
