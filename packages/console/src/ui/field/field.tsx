import type {
  InputHTMLAttributes,
  ReactNode,
  SelectHTMLAttributes,
  TextareaHTMLAttributes,
} from 'react';
import { useId } from 'react';
import { classNames } from '../class-names';
import styles from './field.module.css';

interface FieldProps {
  readonly label: string;
  readonly hint?: ReactNode;
  readonly error?: string | null;
  /** Whether only screen readers read the label, because the context already names the control. */
  readonly labelHidden?: boolean;
}

interface ControlIds {
  readonly id: string;
  readonly 'aria-describedby': string | undefined;
  readonly 'aria-invalid': true | undefined;
}

/** A control with its label, hint and error. */
function Field(props: FieldProps & { readonly children: (ids: ControlIds) => ReactNode }) {
  const { label, hint, error = null, labelHidden = false, children } = props;
  const id = useId();
  const noteId = `${id}-note`;
  const hasNote = error !== null || hint !== undefined;
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={labelHidden ? styles.hidden : styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': hasNote ? noteId : undefined,
        'aria-invalid': error === null ? undefined : true,
      })}
      {hasNote && <FieldNote id={noteId} hint={hint} error={error} />}
    </div>
  );
}

/** The error of a control, or its hint if there is none. */
export function FieldNote(props: { readonly id: string } & Pick<FieldProps, 'hint' | 'error'>) {
  const { id, hint, error = null } = props;
  return (
    <p id={id} className={error === null ? styles.hint : styles.error}>
      {error ?? hint}
    </p>
  );
}

export function TextField({
  label,
  hint,
  error,
  labelHidden,
  ...input
}: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden}>
      {(ids) => (
        <input
          type="text"
          {...input}
          {...ids}
          className={classNames(styles.input, input.className)}
        />
      )}
    </Field>
  );
}

export function TextArea({
  label,
  hint,
  error,
  labelHidden,
  ...area
}: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden}>
      {(ids) => <textarea rows={4} {...area} {...ids} className={styles.area} />}
    </Field>
  );
}

interface SelectFieldProps<T extends string> extends FieldProps {
  readonly value: T;
  readonly options: readonly { readonly value: T; readonly label: string }[];
  readonly onChange: (value: T) => void;
  readonly disabled?: SelectHTMLAttributes<HTMLSelectElement>['disabled'];
}

/**
 * A select box for a few options. It is the browser's control, which supports the keyboard, touch and screen readers.
 */
export function SelectField<T extends string>(props: SelectFieldProps<T>) {
  const { label, hint, error, labelHidden, value, options, onChange, disabled } = props;
  return (
    <Field label={label} hint={hint} error={error} labelHidden={labelHidden}>
      {(ids) => (
        <select
          {...ids}
          className={styles.select}
          value={value}
          disabled={disabled}
          onChange={(event) => {
            onChange(event.target.value as T);
          }}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

interface CheckboxProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'onChange' | 'type'> {
  readonly label: ReactNode;
  readonly onChange: (checked: boolean) => void;
}

export function Checkbox({ label, onChange, ...input }: CheckboxProps) {
  return (
    <label className={styles.checkbox}>
      <input
        type="checkbox"
        {...input}
        onChange={(event) => {
          onChange(event.target.checked);
        }}
      />
      <span>{label}</span>
    </label>
  );
}
