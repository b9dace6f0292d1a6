import { TextField } from './field';

/** The search field of a list, which is filtered while the user types. */
export function SearchField(props: {
  readonly label: string;
  /** The searched fields, for example `Key or name`. */
  readonly placeholder: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}) {
  const { onChange, ...field } = props;
  return (
    <TextField
      {...field}
      labelHidden
      type="search"
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
