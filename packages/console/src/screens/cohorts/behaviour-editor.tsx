import type { Criterion } from '../../queries/cohorts/cohort';
import { BEHAVIOURS, COUNTS, UNITS, withBehaviour } from '../../queries/cohorts/cohort';
import { filtersOf } from '../../queries/filters/property-filter';
import { useProjectId } from '../../session/me';
import { IconButton } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { NumberField } from '../../ui/field/number-field';
import { FilterBar } from '../../ui/filters/filter-bar';
import { EntityPicker } from '../../ui/picker/entity-picker';
import styles from './cohorts.module.css';

interface BehaviourEditorProps {
  /** The name of the criterion, for screen readers. */
  readonly name: string;
  readonly criterion: Criterion;
  readonly blockedBy: string | null;
  readonly onChange: (criterion: Criterion) => void;
  readonly onRemove: () => void;
}

const VERBS: readonly { readonly value: string; readonly label: string }[] = [
  ...BEHAVIOURS,
  { value: 'not', label: 'did not do' },
];

/** The event, its frequency and its period in a criterion of behaviour. */
export function BehaviourEditor(props: BehaviourEditorProps) {
  const { name, criterion, blockedBy, onChange, onRemove } = props;
  const projectId = useProjectId();
  const { key, event_type: eventType, value, negation } = criterion;
  const isBlocked = blockedBy !== null;
  const isNot = value === 'performed_event' && negation === true;
  const setVerb = (verb: string): void =>
    onChange({
      ...withBehaviour(criterion, verb === 'not' ? 'performed_event' : verb),
      negation: verb === 'not',
    });
  return (
    <div className={styles.behaviour} role="group" aria-label={name}>
      <div className={styles.parts}>
        <SelectField
          label="Behaviour"
          labelHidden
          value={isNot ? 'not' : String(value)}
          options={VERBS}
          disabled={isBlocked}
          onChange={setVerb}
        />
        <EntityPicker
          projectId={projectId}
          label="Event or action"
          text={eventType === 'actions' ? `action ${key}` : String(key)}
          onPick={(entity) => {
            if (entity.kind === 'ActionsNode') {
              onChange({ ...criterion, key: entity.id, event_type: 'actions' });
            } else if (entity.event !== null) {
              onChange({ ...criterion, key: entity.event, event_type: 'events' });
            }
          }}
        />
        {value === 'performed_event_multiple' && (
          <Count criterion={criterion} isBlocked={isBlocked} onChange={onChange} />
        )}
        <Span
          label="in the last"
          value={criterion['time_value']}
          unit={criterion['time_interval']}
          isBlocked={isBlocked}
          onChange={(time_value, time_interval) =>
            onChange({ ...criterion, time_value, time_interval })
          }
        />
        {criterion['seq_time_interval'] !== undefined && (
          <Span
            label={
              value === 'stopped_performing_event' ? 'but not in the last' : 'and again in the last'
            }
            value={criterion['seq_time_value']}
            unit={criterion['seq_time_interval']}
            isBlocked={isBlocked}
            onChange={(seq_time_value, seq_time_interval) =>
              onChange({ ...criterion, seq_time_value, seq_time_interval })
            }
          />
        )}
        <FilterBar
          projectId={projectId}
          label={`Filters of ${name}`}
          filters={filtersOf(criterion['event_filters'])}
          kinds={['event', 'person', 'hogql']}
          eventNames={eventType === 'events' ? [String(key)] : undefined}
          blockedBy={blockedBy}
          onChange={(filters) => onChange({ ...criterion, event_filters: filters })}
        />
      </div>
      <IconButton icon="x" label={`Remove ${name}`} disabled={isBlocked} onClick={onRemove} />
    </div>
  );
}

interface CountProps {
  readonly criterion: Criterion;
  readonly isBlocked: boolean;
  readonly onChange: (criterion: Criterion) => void;
}

function Count({ criterion, isBlocked, onChange }: CountProps) {
  return (
    <>
      <SelectField
        label="How often"
        labelHidden
        value={criterion.operator ?? 'gte'}
        options={COUNTS}
        disabled={isBlocked}
        onChange={(operator) => onChange({ ...criterion, operator })}
      />
      <CountField
        label="Times"
        value={criterion['operator_value']}
        isBlocked={isBlocked}
        onChange={(operator_value) => onChange({ ...criterion, operator_value })}
      />
      <span>times</span>
    </>
  );
}

function Span(props: {
  readonly label: string;
  readonly value: unknown;
  readonly unit: unknown;
  readonly isBlocked: boolean;
  readonly onChange: (value: number, unit: string) => void;
}) {
  const { label, value, unit, isBlocked, onChange } = props;
  const shownUnit = typeof unit === 'string' ? unit : 'day';
  const known: readonly string[] = UNITS.some((one) => one === shownUnit)
    ? UNITS
    : [shownUnit, ...UNITS];
  return (
    <>
      <span>{label}</span>
      <CountField
        label={`Number, ${label}`}
        value={value}
        isBlocked={isBlocked}
        onChange={(next) => onChange(next, shownUnit)}
      />
      <SelectField
        label={`Unit, ${label}`}
        labelHidden
        value={shownUnit}
        options={known.map((one) => ({ value: one, label: `${one}s` }))}
        disabled={isBlocked}
        onChange={(next) => onChange(Number(value) || 1, next)}
      />
    </>
  );
}

function CountField(props: {
  readonly label: string;
  readonly value: unknown;
  readonly isBlocked: boolean;
  readonly onChange: (value: number) => void;
}) {
  const { label, value, isBlocked, onChange } = props;
  return (
    <div className={styles.small}>
      <NumberField
        label={label}
        labelHidden
        min={1}
        max={9_999}
        isWhole
        disabled={isBlocked}
        value={Number(value) || 1}
        onChange={onChange}
      />
    </div>
  );
}
