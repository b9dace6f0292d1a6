import { useState } from 'react';
import { TextField } from './field';

/** The minimum length. The server checks it and other rules; this check avoids a request. */
const MIN_PASSWORD = 8;

/** Two fields for a new password, which must be typed twice. */
export function NewPasswordFields(props: {
  readonly label?: string;
  readonly autoFocus?: boolean;
  /** Receives the password, or null while the two fields differ. */
  readonly onChange: (password: string | null) => void;
}) {
  const { label = 'Password', autoFocus, onChange } = props;
  const [password, setPassword] = useState('');
  const [repeated, setRepeated] = useState('');
  const differs = repeated !== '' && repeated !== password;
  const change = (first: string, second: string): void => {
    setPassword(first);
    setRepeated(second);
    onChange(first === second ? first : null);
  };
  return (
    <>
      <TextField
        label={label}
        type="password"
        name="password"
        autoComplete="new-password"
        minLength={MIN_PASSWORD}
        required
        autoFocus={autoFocus}
        hint={`At least ${MIN_PASSWORD} characters.`}
        value={password}
        onChange={(event) => change(event.target.value, repeated)}
      />
      <TextField
        label="The same password again"
        type="password"
        name="repeated"
        autoComplete="new-password"
        required
        error={differs ? 'The two passwords differ.' : null}
        value={repeated}
        onChange={(event) => change(password, event.target.value)}
      />
    </>
  );
}
