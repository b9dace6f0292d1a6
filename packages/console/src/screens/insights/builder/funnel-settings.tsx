import { breakdownsOf } from '../../../queries/insight/change-breakdown';
import { setFunnel, setFunnelView } from '../../../queries/insight/change-funnel';
import { seriesName } from '../../../queries/insight/series-names';
import type { FunnelsFilter, FunnelsQuery } from '../../../queries/insight/types';
import { Checkbox, SelectField } from '../../../ui/field/field';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';
import { Exclusions } from './exclusions';
import { NumberField } from './number-field';

const VIEWS = [
  { value: 'steps', label: 'Steps' },
  { value: 'trends', label: 'Conversion over time' },
  { value: 'time_to_convert', label: 'Time to convert' },
] as const;

const ORDERS = [
  { value: 'ordered', label: 'In this order' },
  { value: 'strict', label: 'In this order, nothing between' },
  { value: 'unordered', label: 'In any order' },
] as const;

const UNITS = [
  { value: 'second', label: 'seconds' },
  { value: 'minute', label: 'minutes' },
  { value: 'hour', label: 'hours' },
  { value: 'day', label: 'days' },
  { value: 'week', label: 'weeks' },
  { value: 'month', label: 'months (31 days)' },
] as const;

const ATTRIBUTIONS = [
  { value: 'first_touch', label: 'The first event that has a value' },
  { value: 'last_touch', label: 'The last event that has a value' },
  { value: 'all_events', label: 'All steps, with the same value' },
  { value: 'step', label: 'One step' },
] as const;

/** The conversion window if the query has none, in days (`docs/wire/insights-funnels.md#funnel-settings`). */
const DEFAULT_WINDOW = 14;
const LONGEST_WINDOW = 100_000;

/** The form of the result, the order and window of the steps, exclusions, and the attribution of breakdown values. */
export default function FunnelSettings({ query, onChange }: BuilderProps<FunnelsQuery>) {
  const filter = query.funnelsFilter ?? {};
  const change = (next: FunnelsFilter): void => onChange(setFunnel(query, next));
  const view = filter.funnelVizType ?? 'steps';
  return (
    <>
      <section className={styles.section} aria-label="View, order and window">
        <SelectField
          label="Show"
          value={view === 'flow' ? 'steps' : view}
          options={VIEWS}
          onChange={(next) => onChange(setFunnelView(query, next))}
        />
        {view !== 'steps' && query.series.length > 2 && <StepRange query={query} change={change} />}
        {view === 'trends' && (
          <Checkbox
            label="Exclude periods whose conversion window has not ended"
            checked={filter.hideIncompleteConversionWindowPeriods === true}
            onChange={(isOn) =>
              change({ hideIncompleteConversionWindowPeriods: isOn ? true : undefined })
            }
          />
        )}
        <SelectField
          label="Order of the steps"
          value={filter.funnelOrderType ?? 'ordered'}
          options={ORDERS}
          onChange={(funnelOrderType) => change({ funnelOrderType })}
        />
        <div className={styles.pair}>
          <NumberField
            label="All steps within"
            value={filter.funnelWindowInterval ?? DEFAULT_WINDOW}
            most={LONGEST_WINDOW}
            onDone={(funnelWindowInterval) => change({ funnelWindowInterval })}
          />
          <SelectField
            label="Unit"
            value={filter.funnelWindowIntervalUnit ?? 'day'}
            options={UNITS}
            onChange={(funnelWindowIntervalUnit) => change({ funnelWindowIntervalUnit })}
          />
        </div>
        {breakdownsOf(query).length > 0 && <Attribution query={query} change={change} />}
      </section>
      {query.series.length > 1 && <Exclusions query={query} onChange={onChange} />}
    </>
  );
}

interface PartProps {
  readonly query: FunnelsQuery;
  readonly change: (change: FunnelsFilter) => void;
}

/** The steps as options of a select box; the values are indexes from 0. */
function stepOptions({ series }: FunnelsQuery) {
  return series.map((node, index) => ({
    value: String(index),
    label: `${index + 1}: ${seriesName(node)}`,
  }));
}

/** The two steps between which conversion and time are measured. */
function StepRange({ query, change }: PartProps) {
  const options = stepOptions(query);
  const last = query.series.length - 1;
  const from = query.funnelsFilter?.funnelFromStep ?? 0;
  const to = query.funnelsFilter?.funnelToStep ?? last;
  return (
    <div className={styles.pair}>
      <SelectField
        label="From step"
        value={String(from)}
        options={options.slice(0, to)}
        onChange={(step) => change({ funnelFromStep: Number(step) })}
      />
      <SelectField
        label="To step"
        value={String(to)}
        options={options.slice(from + 1)}
        onChange={(step) => change({ funnelToStep: Number(step) })}
      />
    </div>
  );
}

/** The fields for the step whose event provides the breakdown value. */
function Attribution({ query, change }: PartProps) {
  const { breakdownAttributionType, breakdownAttributionValue } = query.funnelsFilter ?? {};
  const type = breakdownAttributionType ?? 'first_touch';
  const isUnordered = query.funnelsFilter?.funnelOrderType === 'unordered';
  return (
    <>
      <SelectField
        label="Breakdown value of"
        value={type}
        options={ATTRIBUTIONS}
        onChange={(value) =>
          change({
            breakdownAttributionType: value,
            breakdownAttributionValue: value === 'step' ? 0 : undefined,
          })
        }
      />
      {type === 'step' && (
        <SelectField
          label="Step that has the value"
          value={String(breakdownAttributionValue ?? 0)}
          options={isUnordered ? stepOptions(query).slice(0, 1) : stepOptions(query)}
          onChange={(value) => change({ breakdownAttributionValue: Number(value) })}
        />
      )}
    </>
  );
}
