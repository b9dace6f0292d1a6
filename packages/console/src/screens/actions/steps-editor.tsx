import { useState } from 'react';
import type { ActionStep } from '../../queries/actions/step';
import {
  AUTOCAPTURE,
  EMPTY_STEP,
  MATCHINGS,
  matchesEverything,
  matchingOf,
  namesElement,
  stepWords,
} from '../../queries/actions/step';
import { filtersOf } from '../../queries/filters/property-filter';
import { Button, IconButton } from '../../ui/button/button';
import { SelectField, TextField } from '../../ui/field/field';
import { EventPicker } from '../../ui/filters/event-picker';
import { FilterBar } from '../../ui/filters/filter-bar';
import { Card, Row } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import styles from './actions.module.css';

interface StepsEditorProps {
  readonly projectId: number;
  readonly steps: readonly ActionStep[];
  readonly blockedBy: string | null;
  readonly onChange: (steps: readonly ActionStep[]) => void;
}

/** The steps of an action. An event matches the action if it matches one of them. */
export function StepsEditor({ projectId, steps, blockedBy, onChange }: StepsEditorProps) {
  return (
    <Card title="What it matches">
      <p className={styles.note}>
        An event belongs to the action when it matches one of these steps. Within a step, all
        conditions that are set must match.
      </p>
      <ol className={styles.steps}>
        {steps.map((step, index) => (
          <StepFields
            key={index}
            projectId={projectId}
            step={step}
            position={index + 1}
            blockedBy={blockedBy}
            onChange={(next) => onChange(steps.with(index, next))}
            onRemove={() => onChange(steps.toSpliced(index, 1))}
          />
        ))}
      </ol>
      <div>
        <Button icon="plus" blockedBy={blockedBy} onClick={() => onChange([...steps, EMPTY_STEP])}>
          Add a step
        </Button>
      </div>
    </Card>
  );
}

function StepFields(props: {
  readonly projectId: number;
  readonly step: ActionStep;
  readonly position: number;
  readonly blockedBy: string | null;
  readonly onChange: (step: ActionStep) => void;
  readonly onRemove: () => void;
}) {
  const { projectId, step, position, blockedBy, onChange, onRemove } = props;
  const [isElementOpen, setElementOpen] = useState(false);
  const isBlocked = blockedBy !== null;
  const hasElement = isElementOpen || namesElement(step) || step.event === AUTOCAPTURE;
  const set = (change: Partial<ActionStep>): void => onChange({ ...step, ...change });
  const fields = { step, position, isBlocked, onChange: set };
  return (
    <li className={styles.step}>
      <div className={styles.stepHeader}>
        <h3>
          {position}. {stepWords(step)}
        </h3>
        <IconButton
          icon="trash-2"
          label={`Remove step ${position}`}
          disabled={isBlocked}
          onClick={onRemove}
        />
      </div>
      {matchesEverything(step) && (
        <Notice kind="warning">
          This step matches every event. Choose an event or a condition.
        </Notice>
      )}
      <Row>
        <EventPicker
          projectId={projectId}
          event={step.event}
          onChange={(event) => set({ event })}
        />
        <FilterBar
          projectId={projectId}
          label={`Filters of step ${position}`}
          filters={filtersOf(step.properties ?? [])}
          kinds={['event', 'person']}
          eventNames={step.event === null ? [] : [step.event]}
          blockedBy={blockedBy}
          onChange={(filters) => set({ properties: filters.length === 0 ? null : filters })}
        />
      </Row>
      <ComparedField {...fields} field="url" label="Page URL" />
      {hasElement ? (
        <ElementFields {...fields} />
      ) : (
        <div>
          <Button kind="quiet" icon="plus" onClick={() => setElementOpen(true)}>
            A condition on the clicked element
          </Button>
        </div>
      )}
    </li>
  );
}

interface FieldsProps {
  readonly step: ActionStep;
  readonly position: number;
  readonly isBlocked: boolean;
  readonly onChange: (change: Partial<ActionStep>) => void;
}

function ElementFields(props: FieldsProps) {
  const { step, position, isBlocked, onChange } = props;
  return (
    <>
      <div className={styles.selector}>
        <TextField
          label="Selector of the element"
          aria-label={`Selector of the element of step ${position}`}
          hint="CSS: tags, classes, ids, attributes, children. An ancestor may match, too."
          spellCheck={false}
          disabled={isBlocked}
          value={step.selector ?? ''}
          onChange={({ target }) => onChange({ selector: orNull(target.value) })}
        />
      </div>
      <ComparedField {...props} field="text" label="Text of the element" />
      <ComparedField {...props} field="href" label="Link of the element" />
    </>
  );
}

/** A text field with a select box for the comparison. */
function ComparedField(
  props: FieldsProps & { readonly field: 'text' | 'href' | 'url'; readonly label: string },
) {
  const { step, position, isBlocked, onChange, field, label } = props;
  return (
    <div className={styles.compared}>
      <SelectField
        label={label}
        value={matchingOf(step, field)}
        options={MATCHINGS}
        disabled={isBlocked}
        onChange={(matching) => onChange({ [`${field}_matching`]: matching })}
      />
      <TextField
        label={`${label} of step ${position}`}
        labelHidden
        placeholder="Any value"
        spellCheck={false}
        disabled={isBlocked}
        value={step[field] ?? ''}
        onChange={({ target }) => onChange({ [field]: orNull(target.value) })}
      />
    </div>
  );
}

function orNull(text: string): string | null {
  return text === '' ? null : text;
}
