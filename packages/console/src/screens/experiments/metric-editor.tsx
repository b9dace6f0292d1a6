import { lazy } from 'react';
import type { Metric } from '../../queries/experiments/experiment';
import { missingInMetric } from '../../queries/experiments/experiment';
import type { MetricType } from '../../queries/experiments/metric-words';
import { METRIC_TYPES, metricName, newMetric } from '../../queries/experiments/metric-words';
import { useProjectId } from '../../session/me';
import { IconButton } from '../../ui/button/button';
import { SelectField, TextField } from '../../ui/field/field';
import { Menu, MenuItem } from '../../ui/menu/menu';
import { Lazily } from '../../ui/state/lazily';
import { MetricOptions } from './metric-options';
import { SourceEditor } from './source-editor';
import styles from './experiments.module.css';

const EntityPicker = lazy(async () => ({
  default: (await import('../../ui/picker/entity-picker')).EntityPicker,
}));

const GOALS = [
  { value: 'increase', label: 'More is better' },
  { value: 'decrease', label: 'Less is better' },
] as const;

/** A button that adds a metric of one of the four types. */
export function AddMetric(props: {
  readonly label: string;
  readonly blockedBy: string | null;
  readonly onAdd: (metric: Metric) => void;
}) {
  if (props.blockedBy !== null) return <p className={styles.note}>{props.blockedBy}</p>;
  return (
    <Menu label={props.label}>
      {METRIC_TYPES.map(({ value, label }) => (
        <MenuItem key={value} icon="plus" onClick={() => props.onAdd(newMetric(value))}>
          {label}
        </MenuItem>
      ))}
    </Menu>
  );
}

interface MetricProps {
  readonly metric: Metric;
  /** The position in the list of metrics, from 1. */
  readonly number: number;
  readonly blockedBy: string | null;
  readonly onChange: (metric: Metric) => void;
  readonly onRemove: () => void;
}

/** The form of a metric: its type, events and options. */
export function MetricEditor({ metric, number, blockedBy, onChange, onRemove }: MetricProps) {
  const missing = missingInMetric(metric);
  const isBlocked = blockedBy !== null;
  return (
    <div className={styles.metric} role="group" aria-label={`Metric ${number}`}>
      <div className={styles.controls}>
        <SelectField
          label="What is measured"
          value={metric.metric_type}
          options={METRIC_TYPES}
          disabled={isBlocked}
          onChange={(type: MetricType) => onChange(retyped(metric, type))}
        />
        <TextField
          label="Name"
          placeholder={metricName({ ...metric, name: null })}
          value={metric.name ?? ''}
          disabled={isBlocked}
          onChange={({ target }) =>
            onChange({ ...metric, name: target.value === '' ? null : target.value })
          }
        />
        <SelectField
          label="Direction"
          value={metric.goal ?? 'increase'}
          options={GOALS}
          disabled={isBlocked}
          onChange={(goal) => onChange({ ...metric, goal })}
        />
        <IconButton
          icon="x"
          label={`Remove metric ${number}`}
          disabled={isBlocked}
          onClick={onRemove}
        />
      </div>
      <Sources metric={metric} onChange={onChange} />
      <MetricOptions metric={metric} isBlocked={isBlocked} onChange={onChange} />
      {missing !== null && <p className={styles.note}>{missing}</p>}
    </div>
  );
}

/** Changes the type of a metric. Its name, goal and id are kept. */
function retyped(metric: Metric, type: MetricType): Metric {
  const { name, goal, uuid } = metric;
  return { ...newMetric(type), name, goal, uuid };
}

type SourceProps = Pick<MetricProps, 'metric' | 'onChange'>;

function Sources({ metric, onChange }: SourceProps) {
  switch (metric.metric_type) {
    case 'mean':
      return (
        <SourceEditor
          label="Value per person"
          source={metric.source}
          hasMath
          onChange={(source) => onChange({ ...metric, source })}
        />
      );
    case 'funnel':
      return <FunnelSteps metric={metric} onChange={onChange} />;
    case 'ratio':
      return (
        <>
          <SourceEditor
            label="Numerator"
            source={metric.numerator}
            hasMath
            onChange={(numerator) => onChange({ ...metric, numerator })}
          />
          <SourceEditor
            label="Denominator"
            source={metric.denominator}
            hasMath
            onChange={(denominator) => onChange({ ...metric, denominator })}
          />
        </>
      );
    case 'retention':
      return (
        <>
          <SourceEditor
            label="Start event"
            source={metric.start_event}
            onChange={(start_event) => onChange({ ...metric, start_event })}
          />
          <SourceEditor
            label="Return event"
            source={metric.completion_event}
            onChange={(completion_event) => onChange({ ...metric, completion_event })}
          />
        </>
      );
  }
}

type Funnel = Extract<Metric, { readonly metric_type: 'funnel' }>;

function FunnelSteps({
  metric,
  onChange,
}: {
  readonly metric: Funnel;
  readonly onChange: (metric: Metric) => void;
}) {
  const projectId = useProjectId();
  const { series } = metric;
  return (
    <>
      {series.map((step, at) => (
        <SourceEditor
          key={at}
          label={`Step ${at + 1}, after they were shown a variant`}
          source={step}
          onChange={(next) => onChange({ ...metric, series: series.with(at, next) })}
          onRemove={
            series.length === 1
              ? null
              : () => onChange({ ...metric, series: series.toSpliced(at, 1) })
          }
        />
      ))}
      <div>
        <Lazily>
          <EntityPicker
            projectId={projectId}
            label="Add a step"
            text="Add a step"
            icon="plus"
            onPick={(entity) => onChange({ ...metric, series: [...series, entity] })}
          />
        </Lazily>
      </div>
    </>
  );
}
