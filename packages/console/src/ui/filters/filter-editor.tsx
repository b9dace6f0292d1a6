import type { SyntheticEvent } from 'react';
import { useState } from 'react';
import type {
  FilterKind,
  PropertyFilter,
  PropertyType,
} from '../../queries/filters/property-filter';
import {
  operatorsOf,
  problemOf,
  withOperator,
  wordsOf,
} from '../../queries/filters/property-filter';
import { filterWords } from '../../queries/filters/filter-text';
import { Button } from '../button/button';
import { SelectField, TextArea } from '../field/field';
import type { PropertyEntry } from './property-lists';
import { PropertyPicker } from './property-picker';
import { ValueField } from './value-field';
import styles from './filters.module.css';

interface FilterEditorProps {
  readonly projectId: number;
  readonly kinds: readonly FilterKind[];
  /** The filter to edit; null for a new one. */
  readonly filter: PropertyFilter | null;
  /** If not empty, only values in these events are offered. */
  readonly eventNames: readonly string[];
  /** The operators that can be chosen; by default all. */
  readonly operators?: readonly string[];
  /** If set, only properties of this group type are offered. */
  readonly groupTypeIndex?: number;
  readonly cohortNames: ReadonlyMap<string, string>;
  readonly onDone: (filter: PropertyFilter) => void;
}

/** The editor of a filter. It asks for the property, then for the operator and the value. */
export function FilterEditor(props: FilterEditorProps) {
  const { projectId, kinds, filter, eventNames, operators, cohortNames, onDone } = props;
  const [draft, setDraft] = useState(filter);
  const [type, setType] = useState<PropertyType>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (draft === null) {
    const pick = (entry: PropertyEntry): void => {
      setType(entry.type);
      const begun = beginFilter(entry);
      if (entry.kind === 'cohort') onDone(begun);
      else setDraft(begun);
    };
    const { groupTypeIndex } = props;
    return <PropertyPicker {...{ projectId, kinds, groupTypeIndex }} onPick={pick} />;
  }
  const finish = (): void => {
    const missing = problemOf(draft);
    setProblem(missing);
    if (missing === null) onDone(withNumbers(draft));
  };
  const submit = (event: SyntheticEvent): void => {
    event.preventDefault();
    finish();
  };
  const change = (next: PropertyFilter): void => {
    setProblem(null);
    setDraft(next);
  };
  const known = operatorsOf(draft.type, type).filter(
    (name) => operators === undefined || operators.includes(name),
  );
  const { operator = 'exact' } = draft;
  const choices = known.includes(operator) ? known : [...known, operator];
  return (
    <form className={styles.editor} onSubmit={submit} noValidate>
      <div className={styles.subject}>
        <code>{filterWords(draft, cohortNames).subject}</code>
        <Button kind="quiet" onClick={() => setDraft(null)}>
          Change
        </Button>
      </div>
      {draft.type === 'hogql' ? (
        <TextArea
          autoFocus
          label="Expression"
          hint="A condition on events, for example properties.price > 10"
          value={draft.key}
          onChange={({ target }) => change({ ...draft, key: target.value })}
        />
      ) : (
        <>
          <SelectField
            label="Operator"
            labelHidden
            value={operator}
            options={choices.map((value) => ({ value, label: wordsOf(value) }))}
            onChange={(name) => change(withOperator(draft, name))}
          />
          {draft.type !== 'cohort' && (
            <ValueField
              projectId={projectId}
              filter={draft}
              eventNames={eventNames}
              onChange={(value) => change({ ...draft, value })}
              onDone={finish}
            />
          )}
        </>
      )}
      {problem !== null && (
        <p role="alert" className={styles.problem}>
          {problem}
        </p>
      )}
      <Button kind="primary" type="submit">
        Apply
      </Button>
    </form>
  );
}

function beginFilter({ kind, key, type, groupTypeIndex }: PropertyEntry): PropertyFilter {
  if (kind === 'hogql') return { type: kind, key };
  if (kind === 'cohort') return { type: kind, key: 'id', operator: 'in', value: Number(key) };
  const [operator = 'exact'] = operatorsOf(kind, type);
  const filter = { type: kind, key, operator, value: operator === 'exact' ? [] : '' };
  return groupTypeIndex === undefined ? filter : { ...filter, group_type_index: groupTypeIndex };
}

/** The API expects bounds as numbers. */
function withNumbers(filter: PropertyFilter): PropertyFilter {
  const { operator = '', value } = filter;
  if (!Array.isArray(value) || !operator.endsWith('between')) return filter;
  return { ...filter, value: value.map(Number) };
}
