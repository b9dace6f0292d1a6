import type { ReactNode } from 'react';
import { useId } from 'react';
import { Checkbox } from '../../ui/field/field';
import styles from './settings.module.css';

/** A setting that is on or off, with an explanation. */
export function SettingSwitch(props: {
  readonly label: string;
  readonly hint: ReactNode;
  readonly error?: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChange: (checked: boolean) => void;
}) {
  const { label, hint, error, checked, disabled, onChange } = props;
  const id = useId();
  return (
    <div className={styles.switch}>
      <Checkbox
        label={label}
        checked={checked}
        disabled={disabled}
        aria-describedby={id}
        aria-invalid={error === undefined ? undefined : true}
        onChange={onChange}
      />
      <p id={id} className={error === undefined ? styles.hint : styles.error}>
        {error ?? hint}
      </p>
    </div>
  );
}
