import type { ConditionDraft } from '../../queries/rules/rule';
import { needsValue, NEW_CONDITION } from '../../queries/rules/rule';
import { RULE_FIELDS, RULE_OPERATORS } from '../../queries/rules/rule-words';
import { Button, IconButton } from '../../ui/button/button';
import { SelectField, TextArea, TextField } from '../../ui/field/field';
import { Card } from '../../ui/layout/page';
import styles from './rules.module.css';

/** The fields for the conditions of a rule. An event must meet all of them. */
export function ConditionFields(props: {
  readonly conditions: readonly ConditionDraft[];
  readonly isBlocked: boolean;
  readonly onChange: (conditions: readonly ConditionDraft[]) => void;
}) {
  const { conditions, isBlocked, onChange } = props;
  return (
    <Card title="Which events">
      <p className={styles.note}>
        {conditions.length === 0
          ? 'All events. Add a condition to choose some of them.'
          : 'All conditions must match. Enter one value per line; one of them must match.'}
      </p>
      <ol className={styles.conditions}>
        {conditions.map((condition, index) => (
          <li key={index} className={styles.condition}>
            <Condition
              condition={condition}
              position={index + 1}
              isBlocked={isBlocked}
              onChange={(next) => onChange(conditions.with(index, next))}
            />
            <IconButton
              icon="trash-2"
              label={`Remove condition ${index + 1}`}
              disabled={isBlocked}
              onClick={() => onChange(conditions.toSpliced(index, 1))}
            />
          </li>
        ))}
      </ol>
      <div>
        <Button
          icon="plus"
          disabled={isBlocked}
          onClick={() => onChange([...conditions, NEW_CONDITION])}
        >
          Add a condition
        </Button>
      </div>
    </Card>
  );
}

function Condition(props: {
  readonly condition: ConditionDraft;
  readonly position: number;
  readonly isBlocked: boolean;
  readonly onChange: (condition: ConditionDraft) => void;
}) {
  const { condition, position, isBlocked, onChange } = props;
  const { field, key, operator, values } = condition;
  const common = { labelHidden: true, disabled: isBlocked } as const;
  return (
    <div className={styles.fields}>
      <SelectField
        {...common}
        label={`Field of condition ${position}`}
        value={field}
        options={RULE_FIELDS}
        onChange={(next) => onChange({ ...condition, field: next })}
      />
      {field === 'property' && (
        <TextField
          {...common}
          label={`Property of condition ${position}`}
          placeholder="Name of the property"
          spellCheck={false}
          value={key}
          onChange={({ target }) => onChange({ ...condition, key: target.value })}
        />
      )}
      <SelectField
        {...common}
        label={`Operator of condition ${position}`}
        value={operator}
        options={RULE_OPERATORS}
        onChange={(next) => onChange({ ...condition, operator: next })}
      />
      {needsValue(operator) && (
        <TextArea
          {...common}
          label={`Values of condition ${position}`}
          placeholder={operator === 'in_range' ? '10.0.0.0/8' : 'One value per line'}
          rows={Math.max(1, Math.min(6, values.split('\n').length))}
          spellCheck={false}
          value={values}
          onChange={({ target }) => onChange({ ...condition, values: target.value })}
        />
      )}
    </div>
  );
}
