import type { InputHTMLAttributes } from 'react';
import { useState } from 'react';
import type { NumberBounds } from '../../queries/number-entry';
import { typedNumber } from '../../queries/number-entry';
import { TextField } from './field';

type Attributes = Omit<
  InputHTMLAttributes<HTMLInputElement>,
  'type' | 'min' | 'max' | 'step' | 'value' | 'onChange' | 'onBlur'
>;

/**
 * A field for a number. The typed text stays as it is until the field is left. While it is not an accepted number, the
 * number from before the change is used, so that "100" can be deleted and another number typed.
 */
export function NumberField(
  props: Attributes &
    NumberBounds & {
      readonly label: string;
      readonly labelHidden?: boolean;
      readonly value: number;
      readonly onChange: (value: number) => void;
    },
) {
  const { value, onChange, min, max, isWhole = false, ...rest } = props;
  const [edit, setEdit] = useState<{ readonly text: string; readonly before: number } | null>(null);
  return (
    <TextField
      {...rest}
      type="number"
      min={min}
      max={max}
      step={isWhole ? 1 : 'any'}
      value={edit?.text ?? value}
      onChange={({ target }) => {
        const before = edit?.before ?? value;
        setEdit({ text: target.value, before });
        onChange(typedNumber(target.value, { min, max, isWhole }) ?? before);
      }}
      onBlur={() => setEdit(null)}
    />
  );
}
