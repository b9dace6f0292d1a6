import type { Format } from '../../../queries/data/export-draft';
import { FORMATS, withFormat } from '../../../queries/data/export-draft';
import { SelectField, TextArea, TextField } from '../../../ui/field/field';
import { Card } from '../../../ui/layout/page';
import type { ExportFieldsProps } from './export-fields';
import styles from './exports.module.css';

/** The files of an export: their place, format and events. */
export function FileFields({ draft, isBlocked, onChange }: ExportFieldsProps) {
  const compressions: readonly string[] = FORMATS[draft.format];
  return (
    <Card title="Files">
      <TextField
        label="Prefix"
        hint="Start of the file names. {year}, {month}, {day}, {hour} and {table} are replaced."
        maxLength={500}
        spellCheck={false}
        disabled={isBlocked}
        value={draft.prefix}
        onChange={({ target }) => onChange({ ...draft, prefix: target.value })}
      />
      <div className={styles.pair}>
        <SelectField
          label="Format"
          value={draft.format}
          options={(Object.keys(FORMATS) as Format[]).map((value) => ({ value, label: value }))}
          disabled={isBlocked}
          onChange={(format) => onChange(withFormat(draft, format))}
        />
        <SelectField
          label="Compression"
          value={draft.compression}
          options={['', ...compressions].map((value) => ({
            value,
            label: value === '' ? 'none' : value,
          }))}
          disabled={isBlocked}
          onChange={(compression) => onChange({ ...draft, compression })}
        />
      </div>
      {draft.model === 'events' && (
        <div className={styles.pair}>
          {(['included', 'excluded'] as const).map((field) => (
            <TextArea
              key={field}
              label={
                field === 'included'
                  ? 'Only these events (optional)'
                  : 'Not these events (optional)'
              }
              hint="One name per line"
              rows={3}
              spellCheck={false}
              disabled={isBlocked}
              value={draft[field]}
              onChange={({ target }) => onChange({ ...draft, [field]: target.value })}
            />
          ))}
        </div>
      )}
    </Card>
  );
}
