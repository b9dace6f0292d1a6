import * as Ariakit from '@ariakit/react';
import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import type { WireRange } from '../../queries/date-range';
import { dayOfBound, endOfDay, PRESETS, rangeProblem, rangeWords } from '../../queries/date-range';
import button from '../button/button.module.css';
import { Button } from '../button/button';
import { TextField } from '../field/field';
import { Icon } from '../icon/icon';
import choices from './choice.module.css';
import styles from './date-range.module.css';

interface DateRangePickerProps {
  readonly range: WireRange | null | undefined;
  /** The text for an empty range; by default the server's default range (the last 7 days). */
  readonly emptyText?: string;
  /** The time zone in which days begin. */
  readonly zone: string;
  readonly onChange: (range: {
    readonly date_from: string;
    readonly date_to: string | null;
  }) => void;
}

/** A picker for a date range in the wire format: a relative range, or two dates. */
export function DateRangePicker({ range, emptyText, zone, onChange }: DateRangePickerProps) {
  const popover = Ariakit.usePopoverStore({ placement: 'bottom-start' });
  const choose = (next: { date_from: string; date_to: string | null }): void => {
    popover.hide();
    onChange(next);
  };
  const words = range === null && emptyText !== undefined ? emptyText : rangeWords(range);
  return (
    <>
      <Ariakit.PopoverDisclosure
        store={popover}
        className={button.button}
        aria-label={`Range: ${words}`}
      >
        <Icon name="calendar" />
        {words}
        <Icon name="chevron-down" />
      </Ariakit.PopoverDisclosure>
      <Ariakit.Popover
        store={popover}
        className={styles.popover}
        gutter={4}
        portal
        unmountOnHide
        aria-label="Range"
      >
        <ul className={styles.presets}>
          {PRESETS.map((preset) => (
            <li key={preset.label}>
              <button
                type="button"
                className={choices.choice}
                aria-pressed={preset.label === words}
                onClick={() => choose(preset.range)}
              >
                {preset.label}
              </button>
            </li>
          ))}
        </ul>
        <CivilDates range={range} onChange={choose} />
        <p className={styles.zone}>Days begin at midnight in {zone}.</p>
      </Ariakit.Popover>
    </>
  );
}

/** Inputs for two dates. Their values are texts such as `2026-11-21`, so that no time zone shifts the day. */
function CivilDates(props: {
  readonly range: WireRange | null | undefined;
  readonly onChange: (range: { date_from: string; date_to: string | null }) => void;
}) {
  const { range, onChange } = props;
  const [from, setFrom] = useState(dayOfBound(range?.date_from));
  const [to, setTo] = useState(dayOfBound(range?.date_to));
  const [problem, setProblem] = useState<string | null>(null);
  const apply = (event: SyntheticEvent): void => {
    event.preventDefault();
    const found = rangeProblem(from, to);
    setProblem(found);
    if (found === null) onChange({ date_from: from, date_to: to === '' ? null : endOfDay(to) });
  };
  return (
    <form className={styles.dates} onSubmit={apply}>
      <TextField
        label="First day"
        type="date"
        value={from}
        error={problem}
        onChange={(event) => setFrom(event.target.value)}
      />
      <TextField
        label="Last day"
        hint="Empty: until now"
        type="date"
        value={to}
        onChange={(event) => setTo(event.target.value)}
      />
      <Button kind="primary" type="submit">
        Use these days
      </Button>
    </form>
  );
}
