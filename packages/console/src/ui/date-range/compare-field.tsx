import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import { compareWords, OFFSET_UNITS } from '../../queries/insight/compare-words';
import { Button } from '../button/button';
import { SelectField, TextField } from '../field/field';
import { Picker } from '../picker/picker';
import choices from './choice.module.css';
import styles from './compare-field.module.css';

const CHOICES = ['none', 'previous', '-1w', '-1m', '-1y'] as const;
/** The maximum number of units in an offset. */
const MOST = 1_000;

/** A select box for the comparison: none, with the previous period, or with a period at any offset. */
export function CompareField(props: {
  /** `none`, `previous`, or an offset such as `-1y`. */
  readonly value: string;
  readonly onChange: (to: string) => void;
}) {
  const { value, onChange } = props;
  return (
    <Picker label="Comparison" text={compareWords(value)}>
      {(close) => {
        const choose = (to: string): void => {
          close();
          if (to !== value) onChange(to);
        };
        return (
          <div className={styles.compare}>
            <ul>
              {CHOICES.map((choice) => (
                <li key={choice}>
                  <button
                    type="button"
                    className={choices.choice}
                    aria-pressed={choice === value}
                    onClick={() => choose(choice)}
                  >
                    {compareWords(choice)}
                  </button>
                </li>
              ))}
            </ul>
            <Offset value={value} onChoose={choose} />
          </div>
        );
      }}
    </Picker>
  );
}

function Offset(props: { readonly value: string; readonly onChoose: (to: string) => void }) {
  const [, present = '2', presentUnit = 'w'] = /^-(\d+)([hdwmqy])$/.exec(props.value) ?? [];
  const [amount, setAmount] = useState(present);
  const [unit, setUnit] = useState(presentUnit);
  const isValid = /^\d+$/.test(amount) && Number(amount) >= 1 && Number(amount) <= MOST;
  const apply = (event: SyntheticEvent): void => {
    event.preventDefault();
    if (isValid) props.onChoose(`-${Number(amount)}${unit}`);
  };
  return (
    <form className={styles.offset} onSubmit={apply}>
      <TextField
        label="Another period"
        inputMode="numeric"
        value={amount}
        error={isValid ? null : `A whole number from 1 to ${MOST}.`}
        onChange={(event) => setAmount(event.target.value)}
      />
      <SelectField
        label="Unit"
        labelHidden
        value={unit}
        options={OFFSET_UNITS}
        onChange={setUnit}
      />
      <Button type="submit" disabled={!isValid}>
        Compare
      </Button>
    </form>
  );
}
