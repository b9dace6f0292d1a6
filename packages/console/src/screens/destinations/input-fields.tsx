import type {
  DestinationDraft,
  InputDeclaration,
  InputDraft,
  Pair,
  TypedSecrets,
} from '../../queries/destinations/destination';
import { Button, IconButton } from '../../ui/button/button';
import { Checkbox, SelectField, TextArea, TextField } from '../../ui/field/field';
import { Card } from '../../ui/layout/page';
import styles from './destinations.module.css';

type Inputs = DestinationDraft['inputs'];

interface InputFieldsProps {
  readonly declarations: readonly InputDeclaration[];
  readonly inputs: Inputs;
  readonly secrets: TypedSecrets;
  readonly problems: Readonly<Record<string, string>>;
  readonly isSecretStored: (key: string) => boolean;
  readonly isBlocked: boolean;
  readonly onInputs: (inputs: Inputs) => void;
  readonly onSecrets: (secrets: TypedSecrets) => void;
}

/** The inputs that a template declares. A stored secret is not shown; it can be kept or replaced. */
export function InputFields(props: InputFieldsProps) {
  const { declarations, inputs, secrets, problems, isBlocked, onInputs, onSecrets } = props;
  return (
    <Card title="Content and receiver">
      <p className={styles.note}>
        Texts are filled in from the event: <code>{'{{ event.properties.plan }}'}</code>,{' '}
        <code>{'{{ person.properties.email }}'}</code>, <code>{'{{ project.name }}'}</code>. The
        preview shows the result.
      </p>
      {declarations.map((declaration) => {
        const { key, secret } = declaration;
        const error = problems[key] ?? null;
        return secret ? (
          <SecretField
            key={key}
            declaration={declaration}
            text={secrets[key] ?? ''}
            error={error}
            isStored={props.isSecretStored(key)}
            isBlocked={isBlocked}
            onText={(text) => onSecrets({ ...secrets, [key]: text })}
          />
        ) : (
          <InputField
            key={key}
            declaration={declaration}
            draft={inputs[key] ?? ''}
            error={error}
            isBlocked={isBlocked}
            onDraft={(draft) => onInputs({ ...inputs, [key]: draft })}
          />
        );
      })}
    </Card>
  );
}

function labelOf({ label, required, type }: InputDeclaration): string {
  return required || type === 'choice' ? label : `${label} (optional)`;
}

interface InputFieldProps {
  readonly declaration: InputDeclaration;
  readonly draft: InputDraft;
  readonly error: string | null;
  readonly isBlocked: boolean;
  readonly onDraft: (draft: InputDraft) => void;
}

function InputField({ declaration, draft, error, isBlocked, onDraft }: InputFieldProps) {
  const { key, type, label, description, choices = [] } = declaration;
  const common = { label: labelOf(declaration), hint: description, error, disabled: isBlocked };
  switch (type) {
    case 'boolean':
      return (
        <Checkbox label={label} checked={draft === true} disabled={isBlocked} onChange={onDraft} />
      );
    case 'choice':
      return <SelectField {...common} value={String(draft)} options={choices} onChange={onDraft} />;
    case 'dictionary':
      return (
        <PairFields
          label={common.label}
          hint={description}
          pairs={typeof draft === 'object' ? draft : []}
          isBlocked={isBlocked}
          onPairs={onDraft}
        />
      );
    default: {
      const isLong = type === 'json' || ['text', 'html', 'content', 'blocks'].includes(key);
      const text = String(draft);
      return isLong ? (
        <TextArea
          {...common}
          rows={type === 'json' ? 6 : 3}
          spellCheck={false}
          value={text}
          onChange={({ target }) => onDraft(target.value)}
        />
      ) : (
        <TextField
          {...common}
          spellCheck={false}
          value={text}
          onChange={({ target }) => onDraft(target.value)}
        />
      );
    }
  }
}

interface SecretFieldProps {
  readonly declaration: InputDeclaration;
  readonly text: string;
  readonly error: string | null;
  readonly isStored: boolean;
  readonly isBlocked: boolean;
  readonly onText: (text: string) => void;
}

function SecretField(props: SecretFieldProps) {
  const { declaration, text, error, isStored, isBlocked, onText } = props;
  const { description } = declaration;
  const stored = isStored
    ? 'It is stored and not shown. Leave this empty to keep it.'
    : 'It is stored encrypted and not shown again.';
  return (
    <TextField
      label={labelOf(declaration)}
      hint={description === undefined ? stored : `${description}. ${stored}`}
      error={error}
      type="password"
      autoComplete="off"
      placeholder={isStored ? '••••••••' : undefined}
      disabled={isBlocked}
      value={text}
      onChange={({ target }) => onText(target.value)}
    />
  );
}

function PairFields(props: {
  readonly label: string;
  readonly hint?: string;
  readonly pairs: readonly Pair[];
  readonly isBlocked: boolean;
  readonly onPairs: (pairs: readonly Pair[]) => void;
}) {
  const { label, hint, pairs, isBlocked, onPairs } = props;
  return (
    <fieldset className={styles.pairs}>
      <legend>{label}</legend>
      {hint !== undefined && <p className={styles.note}>{hint}</p>}
      {pairs.map(([name, text], index) => (
        <div key={index} className={styles.pair}>
          <TextField
            label={`Name ${index + 1} of ${label}`}
            labelHidden
            placeholder="Name"
            spellCheck={false}
            disabled={isBlocked}
            value={name}
            onChange={({ target }) => onPairs(pairs.with(index, [target.value, text]))}
          />
          <TextField
            label={`Value ${index + 1} of ${label}`}
            labelHidden
            placeholder="Value"
            spellCheck={false}
            disabled={isBlocked}
            value={text}
            onChange={({ target }) => onPairs(pairs.with(index, [name, target.value]))}
          />
          <IconButton
            icon="trash-2"
            label={`Remove ${name === '' ? `entry ${index + 1}` : name}`}
            disabled={isBlocked}
            onClick={() => onPairs(pairs.toSpliced(index, 1))}
          />
        </div>
      ))}
      <div>
        <Button icon="plus" disabled={isBlocked} onClick={() => onPairs([...pairs, ['', '']])}>
          Add to {label.replace(' (optional)', '').toLowerCase()}
        </Button>
      </div>
    </fieldset>
  );
}
