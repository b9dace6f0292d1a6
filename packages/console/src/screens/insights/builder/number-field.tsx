import { useState } from 'react';
import { TextField } from '../../../ui/field/field';

interface NumberFieldProps {
  readonly label: string;
  readonly value: number;
  readonly least?: number;
  readonly most: number;
  readonly hint?: string;
  readonly onDone: (value: number) => void;
}

/** A field for a whole number. Enter, or leaving the field, applies the change. */
export function NumberField(props: NumberFieldProps) {
  // A new value in the query, for example after the Back button, replaces the typed text.
  return <Draft key={props.value} {...props} />;
}

function Draft({ label, value, least = 1, most, hint, onDone }: NumberFieldProps) {
  const [text, setText] = useState(String(value));
  const number = Number(text);
  const isValid =
    text.trim() !== '' && Number.isInteger(number) && number >= least && number <= most;
  const finish = (): void => {
    if (isValid && number !== value) onDone(number);
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        finish();
      }}
    >
      <TextField
        label={label}
        inputMode="numeric"
        hint={hint}
        value={text}
        error={isValid ? null : `A whole number from ${least} to ${most}.`}
        onChange={(event) => setText(event.target.value)}
        onBlur={finish}
      />
    </form>
  );
}
