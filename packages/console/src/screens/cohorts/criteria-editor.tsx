import type { Criteria, CriteriaGroup, Criterion, Junction } from '../../queries/cohorts/cohort';
import {
  criterionOfFilter,
  filterOfCriterion,
  isEditable,
  newBehaviour,
} from '../../queries/cohorts/cohort';
import { criterionWords } from '../../queries/cohorts/criterion-words';
import { useProjectId } from '../../session/me';
import { Button, IconButton } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { FilterBar } from '../../ui/filters/filter-bar';
import { EntityPicker } from '../../ui/picker/entity-picker';
import { Row, Stack } from '../../ui/layout/page';
import { BehaviourEditor } from './behaviour-editor';
import styles from './cohorts.module.css';

const JUNCTIONS: readonly { readonly value: Junction; readonly label: string }[] = [
  { value: 'AND', label: 'all of these' },
  { value: 'OR', label: 'any of these' },
];

interface CriteriaEditorProps {
  readonly criteria: Criteria;
  readonly blockedBy: string | null;
  readonly onChange: (criteria: Criteria) => void;
}

/** The editor for groups of criteria: properties, other cohorts, and behaviour. */
export function CriteriaEditor({ criteria, blockedBy, onChange }: CriteriaEditorProps) {
  const { type, values } = criteria;
  return (
    <Stack>
      {values.length > 1 && (
        <SelectField
          label="Persons who match"
          value={type}
          options={[
            { value: 'OR', label: 'any of the sets' },
            { value: 'AND', label: 'all of the sets' },
          ]}
          disabled={blockedBy !== null}
          onChange={(next) => onChange({ ...criteria, type: next })}
        />
      )}
      {values.map((group, position) => (
        <Group
          key={position}
          number={position + 1}
          group={group}
          blockedBy={blockedBy}
          onChange={(next) => onChange({ ...criteria, values: values.with(position, next) })}
          onRemove={
            values.length === 1
              ? null
              : () => onChange({ ...criteria, values: values.toSpliced(position, 1) })
          }
        />
      ))}
      <Row>
        <Button
          icon="plus"
          blockedBy={blockedBy}
          onClick={() =>
            onChange({ ...criteria, values: [...values, { type: 'AND', values: [] }] })
          }
        >
          Add a set of criteria
        </Button>
      </Row>
    </Stack>
  );
}

interface GroupProps {
  readonly number: number;
  readonly group: CriteriaGroup;
  readonly blockedBy: string | null;
  readonly onChange: (group: CriteriaGroup) => void;
  readonly onRemove: (() => void) | null;
}

function Group({ number, group, blockedBy, onChange, onRemove }: GroupProps) {
  const projectId = useProjectId();
  const { type, values } = group;
  const isBlocked = blockedBy !== null;
  const replace = (next: readonly Criterion[]): void => onChange({ ...group, values: next });
  // One filter component edits all criteria on properties and cohorts; criteria on behaviour have separate fields.
  const filters = values.filter(({ type: kind }) => kind === 'person' || kind === 'cohort');
  const others = values.filter((criterion) => !filters.includes(criterion));
  return (
    <section className={styles.group} aria-label={`Set ${number}`}>
      <div className={styles.groupHeader}>
        <SelectField
          label={`Persons match, in set ${number}`}
          value={type}
          options={JUNCTIONS}
          disabled={isBlocked}
          onChange={(next) => onChange({ ...group, type: next })}
        />
        {onRemove !== null && (
          <IconButton
            icon="trash-2"
            label={`Remove set ${number}`}
            disabled={isBlocked}
            onClick={onRemove}
          />
        )}
      </div>
      <FilterBar
        projectId={projectId}
        label={`Properties and cohorts of set ${number}`}
        filters={filters.map(filterOfCriterion)}
        kinds={['person', 'cohort']}
        blockedBy={blockedBy}
        onChange={(next) => replace([...next.map(criterionOfFilter), ...others])}
      />
      {others.map((criterion, position) => {
        const at = values.indexOf(criterion);
        const remove = (): void => replace(values.toSpliced(at, 1));
        return isEditable(criterion) ? (
          <BehaviourEditor
            key={position}
            name={`behaviour ${position + 1} of set ${number}`}
            criterion={criterion}
            blockedBy={blockedBy}
            onChange={(next) => replace(values.with(at, next))}
            onRemove={remove}
          />
        ) : (
          <Kept key={position} criterion={criterion} isBlocked={isBlocked} onRemove={remove} />
        );
      })}
      {!isBlocked && (
        <Row>
          <EntityPicker
            projectId={projectId}
            label={`Add a behaviour, set ${number}`}
            text="Add a behaviour"
            icon="plus"
            onPick={(entity) => {
              if (entity.kind === 'ActionsNode') {
                const action = { key: entity.id, event_type: 'actions' };
                replace([...values, { ...newBehaviour(''), ...action }]);
              } else if (entity.event !== null) {
                replace([...values, newBehaviour(entity.event)]);
              }
            }}
          />
        </Row>
      )}
    </section>
  );
}

/** A criterion that the builder cannot edit: it can only be kept or removed. */
function Kept(props: {
  readonly criterion: Criterion;
  readonly isBlocked: boolean;
  readonly onRemove: () => void;
}) {
  const { criterion, isBlocked, onRemove } = props;
  const text = criterionWords(criterion);
  return (
    <div className={styles.behaviour}>
      <p>{text}</p>
      <IconButton icon="x" label={`Remove: ${text}`} disabled={isBlocked} onClick={onRemove} />
    </div>
  );
}
