import type { CsvFields } from '../../queries/imports/import';
import { TextArea, TextField } from '../../ui/field/field';

/** The fields that assign the columns of a CSV to the fields of events. */
export function CsvMappingFields(props: {
  readonly fields: CsvFields;
  /** The column names in the first line of the file. */
  readonly columns: readonly string[];
  readonly onChange: (fields: CsvFields) => void;
}) {
  const { fields, columns, onChange } = props;
  const field = (name: keyof CsvFields) => ({
    spellCheck: false,
    value: fields[name],
    onChange: ({ target }: { readonly target: { readonly value: string } }) =>
      onChange({ ...fields, [name]: target.value }),
  });
  return (
    <>
      {columns.length > 0 && <p>Columns of the file: {columns.join(', ')}</p>}
      <TextField label="Column of the event" {...field('eventColumn')} />
      <TextField label="Or one event for all rows" {...field('eventName')} />
      <TextField label="Column of the distinct id" {...field('distinctId')} />
      <TextField label="Column of the timestamp" {...field('timestamp')} />
      <TextField
        label="Column of a unique id (optional)"
        hint="Every other column becomes a property."
        {...field('uuid')}
      />
      <TextArea
        label="Mapping as JSON (optional)"
        hint="Replaces these fields, for types of properties and properties of persons."
        rows={3}
        {...field('json')}
      />
    </>
  );
}
