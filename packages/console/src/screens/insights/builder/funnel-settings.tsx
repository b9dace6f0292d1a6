import { useState } from 'react';
import { setFunnel } from '../../../queries/insight/change-insight';
import type { FunnelsFilter, FunnelsQuery } from '../../../queries/insight/types';
import { SelectField, TextField } from '../../../ui/field/field';
import type { BuilderProps } from './builder-props';
import styles from './builder.module.css';

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

/** How long the wire's window is without one (`docs/wire/insights-funnels.md#funnel-settings`). */
const DEFAULT_WINDOW = 14;

/** Window and order of the steps. */
export function FunnelSettings({ query, onChange }: BuilderProps<FunnelsQuery>) {
  const filter = query.funnelsFilter ?? {};
  const change = (next: FunnelsFilter): void => onChange(setFunnel(query, next));
  const length = filter.funnelWindowInterval ?? DEFAULT_WINDOW;
  return (
    <section className={styles.section} aria-label="Order and window">
      <SelectField
        label="Order of the steps"
        value={filter.funnelOrderType ?? 'ordered'}
        options={ORDERS}
        onChange={(funnelOrderType) => change({ funnelOrderType })}
      />
      <div className={styles.pair}>
        <WindowField
          key={length}
          length={length}
          onDone={(funnelWindowInterval) => change({ funnelWindowInterval })}
        />
        <SelectField
          label="Unit"
          value={filter.funnelWindowIntervalUnit ?? 'day'}
          options={UNITS}
          onChange={(funnelWindowIntervalUnit) => change({ funnelWindowIntervalUnit })}
        />
      </div>
    </section>
  );
}

function WindowField(props: {
  readonly length: number;
  readonly onDone: (length: number) => void;
}) {
  const { length, onDone } = props;
  const [text, setText] = useState(String(length));
  const value = Number(text);
  const isValid = Number.isInteger(value) && value >= 1 && value <= 100_000;
  const finish = (): void => {
    if (isValid && value !== length) onDone(value);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <TextField
        label="All steps within"
        inputMode="numeric"
        value={text}
        error={isValid ? null : 'A whole number from 1.'}
        onChange={(event) => setText(event.target.value)}
        onBlur={finish}
      />
    </form>
  );
}
