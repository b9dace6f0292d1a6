import type { ExpectedDraft, RuleDraft, ValueType } from '../../queries/rules/rule';
import { NEW_EXPECTED } from '../../queries/rules/rule';
import { DETECTORS } from '../../queries/rules/rule-words';
import { Button, IconButton } from '../../ui/button/button';
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/field/field';
import styles from './rules.module.css';

interface ConfigFieldsProps {
  readonly draft: RuleDraft;
  readonly isBlocked: boolean;
  readonly onChange: (draft: RuleDraft) => void;
}

/** The fields for the settings of the chosen kind of rule. */
export function ConfigFields(props: ConfigFieldsProps) {
  const { draft, isBlocked, onChange } = props;
  switch (draft.kind) {
    case 'drop':
      return null;
    case 'sample':
      return (
        <TextField
          label="Share that is kept (percent)"
          inputMode="decimal"
          disabled={isBlocked}
          value={draft.percent}
          onChange={({ target }) => onChange({ ...draft, percent: target.value })}
        />
      );
    case 'redact':
    case 'hash':
      return <SensitiveFields {...props} />;
    case 'rename':
      return <RenameFields {...props} />;
    case 'set':
      return <SetFields {...props} />;
    case 'schema':
      return <SchemaFields {...props} />;
  }
}

function SensitiveFields({ draft, isBlocked, onChange }: ConfigFieldsProps) {
  const { properties, detectors } = draft;
  return (
    <>
      <fieldset className={styles.group}>
        <legend>Detectors (found by pattern in any value)</legend>
        {DETECTORS.map(({ value, label }) => (
          <Checkbox
            key={value}
            label={label}
            checked={detectors.includes(value)}
            disabled={isBlocked}
            onChange={(checked) =>
              onChange({
                ...draft,
                detectors: checked
                  ? [...detectors, value]
                  : detectors.filter((known) => known !== value),
              })
            }
          />
        ))}
      </fieldset>
      <TextArea
        label="Properties"
        hint="One name per line. Also matches nested properties and URL parameters."
        rows={3}
        spellCheck={false}
        disabled={isBlocked}
        value={properties}
        onChange={({ target }) => onChange({ ...draft, properties: target.value })}
      />
    </>
  );
}

function RenameFields({ draft, isBlocked, onChange }: ConfigFieldsProps) {
  return (
    <>
      <SelectField
        label="Rename"
        value={draft.renamed}
        options={[
          { value: 'property', label: 'a property' },
          { value: 'event', label: 'the event' },
        ]}
        disabled={isBlocked}
        onChange={(renamed) => onChange({ ...draft, renamed })}
      />
      {(['from', 'to'] as const).map((field) => (
        <TextField
          key={field}
          label={field === 'from' ? 'Current name' : 'New name'}
          maxLength={200}
          spellCheck={false}
          disabled={isBlocked}
          value={draft[field]}
          onChange={({ target }) => onChange({ ...draft, [field]: target.value })}
        />
      ))}
    </>
  );
}

function SetFields({ draft, isBlocked, onChange }: ConfigFieldsProps) {
  return (
    <>
      <TextField
        label="Property that is set"
        maxLength={200}
        spellCheck={false}
        disabled={isBlocked}
        value={draft.property}
        onChange={({ target }) => onChange({ ...draft, property: target.value })}
      />
      <TextField
        label="Value"
        hint="A text, a number or JSON"
        spellCheck={false}
        disabled={isBlocked}
        value={draft.value}
        onChange={({ target }) => onChange({ ...draft, value: target.value })}
      />
      <Checkbox
        label="Replace an existing value"
        checked={draft.overwrites}
        disabled={isBlocked}
        onChange={(overwrites) => onChange({ ...draft, overwrites })}
      />
      <Checkbox
        label="Also set it on the person"
        checked={draft.isOfPerson}
        disabled={isBlocked}
        onChange={(isOfPerson) => onChange({ ...draft, isOfPerson })}
      />
    </>
  );
}

const TYPES: readonly { readonly value: ValueType | ''; readonly label: string }[] = [
  { value: '', label: 'any type' },
  { value: 'string', label: 'text' },
  { value: 'number', label: 'number' },
  { value: 'boolean', label: 'true or false' },
  { value: 'datetime', label: 'date and time' },
  { value: 'array', label: 'list' },
  { value: 'object', label: 'object' },
];

function SchemaFields({ draft, isBlocked, onChange }: ConfigFieldsProps) {
  const { expected, drops } = draft;
  const set = (next: readonly ExpectedDraft[]): void => onChange({ ...draft, expected: next });
  return (
    <>
      <ol className={styles.conditions}>
        {expected.map((entry, index) => (
          <li key={index} className={styles.condition}>
            <ExpectedFields
              entry={entry}
              position={index + 1}
              isBlocked={isBlocked}
              onChange={(next) => set(expected.with(index, next))}
            />
            <IconButton
              icon="trash-2"
              label={`Remove property ${index + 1}`}
              disabled={isBlocked}
              onClick={() => set(expected.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button icon="plus" disabled={isBlocked} onClick={() => set([...expected, NEW_EXPECTED])}>
          Add a property
        </Button>
      </div>
      <SelectField
        label="An event that does not match"
        value={drops ? 'drop' : 'warn'}
        options={[
          { value: 'warn', label: 'is stored, with a warning' },
          { value: 'drop', label: 'is dropped, with a warning' },
        ]}
        disabled={isBlocked}
        onChange={(value) => onChange({ ...draft, drops: value === 'drop' })}
      />
    </>
  );
}

function ExpectedFields(props: {
  readonly entry: ExpectedDraft;
  readonly position: number;
  readonly isBlocked: boolean;
  readonly onChange: (entry: ExpectedDraft) => void;
}) {
  const { entry, position, isBlocked, onChange } = props;
  const common = { labelHidden: true, disabled: isBlocked } as const;
  return (
    <div className={styles.fields}>
      <TextField
        {...common}
        label={`Name of property ${position}`}
        placeholder="Name of the property"
        spellCheck={false}
        value={entry.name}
        onChange={({ target }) => onChange({ ...entry, name: target.value })}
      />
      <SelectField
        {...common}
        label={`Type of property ${position}`}
        value={entry.type}
        options={TYPES}
        onChange={(type) => onChange({ ...entry, type })}
      />
      <TextArea
        {...common}
        label={`Allowed values of property ${position}`}
        placeholder="Allowed values (empty: all)"
        rows={Math.max(1, Math.min(6, entry.values.split('\n').length))}
        spellCheck={false}
        value={entry.values}
        onChange={({ target }) => onChange({ ...entry, values: target.value })}
      />
      <Checkbox
        label="required"
        aria-label={`Property ${position} is required`}
        checked={entry.isRequired}
        disabled={isBlocked}
        onChange={(isRequired) => onChange({ ...entry, isRequired })}
      />
    </div>
  );
}
