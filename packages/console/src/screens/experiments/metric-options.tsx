import type { Metric } from '../../queries/experiments/experiment';
import { WINDOW_UNITS } from '../../queries/experiments/metric-words';
import { Checkbox, SelectField, TextField } from '../../ui/field/field';
import { NumberField } from '../../ui/field/number-field';
import styles from './experiments.module.css';

interface OptionProps {
  readonly metric: Metric;
  readonly isBlocked: boolean;
  readonly onChange: (metric: Metric) => void;
}

/** The fields for the time window and the limits for outliers of a metric. */
export function MetricOptions({ metric, isBlocked, onChange }: OptionProps) {
  return (
    <div className={styles.controls}>
      {metric.metric_type === 'retention' ? (
        <RetentionWindow metric={metric} isBlocked={isBlocked} onChange={onChange} />
      ) : (
        <ConversionWindow metric={metric} isBlocked={isBlocked} onChange={onChange} />
      )}
      {metric.metric_type === 'funnel' && (
        <Checkbox
          label="Steps in any order"
          checked={metric.funnel_order_type === 'unordered'}
          disabled={isBlocked}
          onChange={(isAny) =>
            onChange({ ...metric, funnel_order_type: isAny ? 'unordered' : 'ordered' })
          }
        />
      )}
      {metric.metric_type === 'mean' && (
        <TextField
          label="Cap values at percentile"
          type="number"
          min={50}
          max={100}
          placeholder="no cap"
          className={styles.percent}
          value={percentile(metric.upper_bound_percentile)}
          disabled={isBlocked}
          onChange={({ target }) =>
            onChange({
              ...metric,
              upper_bound_percentile: target.value === '' ? null : Number(target.value) / 100,
            })
          }
        />
      )}
    </div>
  );
}

function percentile(level: number | null | undefined): string {
  return level === null || level === undefined ? '' : String(Math.round(level * 1_000) / 10);
}

function ConversionWindow({ metric, isBlocked, onChange }: OptionProps) {
  const window = metric.conversion_window ?? 0;
  return (
    <>
      <TextField
        label="Conversion window after the first exposure"
        type="number"
        min={0}
        placeholder="whole experiment"
        value={window === 0 ? '' : String(window)}
        disabled={isBlocked}
        onChange={({ target }) =>
          onChange({
            ...metric,
            conversion_window: target.value === '' ? null : Math.round(Number(target.value)),
            conversion_window_unit: metric.conversion_window_unit ?? 'day',
          })
        }
      />
      {window > 0 && (
        <SelectField
          label="Unit"
          value={metric.conversion_window_unit ?? 'day'}
          options={unitOptions(metric.conversion_window_unit ?? 'day')}
          disabled={isBlocked}
          onChange={(conversion_window_unit) => onChange({ ...metric, conversion_window_unit })}
        />
      )}
    </>
  );
}

type Unit = NonNullable<Metric['conversion_window_unit']>;

function unitOptions(unit: Unit): readonly { readonly value: Unit; readonly label: string }[] {
  const isKnown = WINDOW_UNITS.some(({ value }) => value === unit);
  return isKnown ? WINDOW_UNITS : [...WINDOW_UNITS, { value: unit, label: `${unit}s` }];
}

function RetentionWindow(
  props: Omit<OptionProps, 'metric'> & {
    readonly metric: Extract<Metric, { readonly metric_type: 'retention' }>;
  },
) {
  const { metric, isBlocked, onChange } = props;
  return (
    <>
      <NumberField
        label="Returned after, from"
        min={0}
        isWhole
        className={styles.percent}
        value={metric.retention_window_start}
        disabled={isBlocked}
        onChange={(retention_window_start) => onChange({ ...metric, retention_window_start })}
      />
      <NumberField
        label="to"
        min={0}
        isWhole
        className={styles.percent}
        value={metric.retention_window_end}
        disabled={isBlocked}
        onChange={(retention_window_end) => onChange({ ...metric, retention_window_end })}
      />
      <SelectField
        label="Unit"
        value={metric.retention_window_unit}
        options={unitOptions(metric.retention_window_unit)}
        disabled={isBlocked}
        onChange={(retention_window_unit) => onChange({ ...metric, retention_window_unit })}
      />
    </>
  );
}
