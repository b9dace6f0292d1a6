import { useQuery } from '@tanstack/react-query';
import type { FlagCondition, FlagDraft } from '../../queries/flags/flag';
import {
  conditionsOf,
  rolloutOf,
  targetOf,
  unreachableConditions,
  variantsOf,
  withConditions,
  withNewCondition,
  withTarget,
} from '../../queries/flags/flag';
import type { GroupNames } from '../../queries/flags/flag-words';
import { conditionWords } from '../../queries/flags/flag-words';
import { numberWords } from '../../queries/numbers';
import { useProjectId } from '../../session/me';
import { Button, IconButton } from '../../ui/button/button';
import { SelectField, TextField } from '../../ui/field/field';
import { FilterBar } from '../../ui/filters/filter-bar';
import { Card } from '../../ui/layout/page';
import { Notice } from '../../ui/state/states';
import { audienceQuery } from './flag-data';
import { useGroupNames } from './use-group-names';
import styles from './flags.module.css';

interface EditorProps {
  readonly draft: FlagDraft;
  readonly onChange: (draft: FlagDraft) => void;
  readonly blockedBy: string | null;
}

/** Operators that a flag knows (`docs/wire/flags-evaluation.md`). */
const OPERATORS = [
  ...['exact', 'is_not', 'icontains', 'not_icontains', 'regex', 'not_regex'],
  ...['gt', 'gte', 'lt', 'lte', 'is_set', 'is_not_set'],
  ...['is_date_exact', 'is_date_before', 'is_date_after', 'in', 'not_in'],
];

const OF_PERSONS = ['person', 'cohort'] as const;
const OF_GROUPS = ['group'] as const;

/** Who gets the flag: conditions as numbered steps, tried in their order. */
export function ConditionsEditor({ draft, onChange, blockedBy }: EditorProps) {
  const conditions = conditionsOf(draft);
  const unreachable = unreachableConditions(draft);
  const replace = (next: readonly FlagCondition[]): void => onChange(withConditions(draft, next));
  return (
    <Card title="Who gets this">
      <p className={styles.note}>
        The conditions are tried in this order. The first one that matches a user decides.
      </p>
      <ol className={styles.steps}>
        {conditions.map((condition, index) => (
          <Step
            key={index}
            position={index}
            last={conditions.length - 1}
            condition={condition}
            draft={draft}
            isUnreachable={unreachable.has(index)}
            blockedBy={blockedBy}
            onChange={(next) => replace(conditions.with(index, next))}
            onTarget={(target) => onChange(withTarget(draft, index, target))}
            onRemove={() => replace(conditions.toSpliced(index, 1))}
            onMove={(by) =>
              replace(conditions.toSpliced(index, 1).toSpliced(index + by, 0, condition))
            }
          />
        ))}
      </ol>
      {conditions.length === 0 && (
        <Notice kind="warning">Without a condition nobody gets it.</Notice>
      )}
      <div>
        <Button icon="plus" blockedBy={blockedBy} onClick={() => onChange(withNewCondition(draft))}>
          Add a condition
        </Button>
      </div>
    </Card>
  );
}

interface StepProps {
  readonly position: number;
  readonly last: number;
  readonly condition: FlagCondition;
  readonly draft: FlagDraft;
  readonly isUnreachable: boolean;
  readonly blockedBy: string | null;
  readonly onChange: (condition: FlagCondition) => void;
  /** It becomes about persons (null) or groups of a type. */
  readonly onTarget: (target: number | null) => void;
  readonly onRemove: () => void;
  readonly onMove: (by: -1 | 1) => void;
}

function Step(props: StepProps) {
  const { position, last, condition, draft, isUnreachable, blockedBy } = props;
  const { onChange, onTarget, onRemove, onMove } = props;
  const projectId = useProjectId();
  const variants = variantsOf(draft);
  const isBlocked = blockedBy !== null;
  const name = `condition ${position + 1}`;
  const target = targetOf(draft, condition);
  const groupNames = useGroupNames();
  return (
    <li className={isUnreachable ? `${styles.step} ${styles.unreachable}` : styles.step}>
      <div className={styles.stepHeader}>
        <h3>
          {position + 1}. {capital(conditionWords(draft, condition, groupNames))}
        </h3>
        <span>
          <IconButton
            icon="arrow-up"
            label={`Move ${name} up`}
            disabled={isBlocked || position === 0}
            onClick={() => onMove(-1)}
          />
          <IconButton
            icon="arrow-down"
            label={`Move ${name} down`}
            disabled={isBlocked || position === last}
            onClick={() => onMove(1)}
          />
          <IconButton
            icon="trash-2"
            label={`Remove ${name}`}
            disabled={isBlocked}
            onClick={onRemove}
          />
        </span>
      </div>
      {isUnreachable && (
        <Notice kind="warning">Nobody reaches this condition: one above takes everybody in.</Notice>
      )}
      <FilterBar
        projectId={projectId}
        label={`Filters of ${name}`}
        filters={condition.properties}
        kinds={target === null ? OF_PERSONS : OF_GROUPS}
        groupTypeIndex={target ?? undefined}
        operators={OPERATORS}
        blockedBy={blockedBy}
        onChange={(properties) => onChange({ ...condition, properties })}
      />
      <div className={styles.controls}>
        {(groupNames.size > 0 || target !== null) && (
          <TargetField
            target={target}
            names={groupNames}
            isBlocked={isBlocked}
            onTarget={onTarget}
          />
        )}
        <div className={styles.percent}>
          <TextField
            label="Rollout, %"
            aria-label={`Rollout of ${name} in percent`}
            type="number"
            min={0}
            max={100}
            step="any"
            disabled={isBlocked}
            value={rolloutOf(condition)}
            onChange={(event) => {
              const share = event.target.valueAsNumber;
              if (share >= 0 && share <= 100) onChange({ ...condition, rollout_percentage: share });
            }}
          />
        </div>
        {variants.length > 0 && (
          <SelectField
            label="Variant"
            value={condition.variant ?? ''}
            options={[
              { value: '', label: 'by the shares' },
              ...variants.map(({ key }) => ({ value: key, label: key })),
            ]}
            disabled={isBlocked}
            onChange={(variant) =>
              onChange({ ...condition, variant: variant === '' ? null : variant })
            }
          />
        )}
        {target !== null && (
          <p className={styles.note}>
            All users of one group get the same; your code names the group.
          </p>
        )}
        <Audience condition={condition} target={target} groupName={groupNames.get(target ?? -1)} />
      </div>
    </li>
  );
}

/** Whether a condition is about persons or about groups of a type. */
function TargetField(props: {
  readonly target: number | null;
  readonly names: GroupNames;
  readonly isBlocked: boolean;
  readonly onTarget: (target: number | null) => void;
}) {
  const { target, names, isBlocked, onTarget } = props;
  const known = target === null || names.has(target) ? [] : [[target, `group ${target}`] as const];
  return (
    <SelectField
      label="Decided by"
      value={target === null ? '' : String(target)}
      options={[
        { value: '', label: 'the person' },
        ...[...names, ...known].map(([index, text]) => ({
          value: String(index),
          label: `the ${text} of the person`,
        })),
      ]}
      disabled={isBlocked}
      onChange={(value) => onTarget(value === '' ? null : Number(value))}
    />
  );
}

/** What the filters match, and how many of that the rollout takes. */
function Audience(props: {
  readonly condition: FlagCondition;
  readonly target: number | null;
  readonly groupName: string | undefined;
}) {
  const { condition, target, groupName = 'group' } = props;
  const projectId = useProjectId();
  const { data, isError, error } = useQuery(audienceQuery(projectId, condition, target));
  const what = target === null ? 'persons' : `groups of the type ${groupName}`;
  if (isError) return <span className={styles.note}>{error.message}</span>;
  if (data === undefined) return <span className={styles.note}>Counting {what}…</span>;
  const share = rolloutOf(condition);
  const taken = Math.round((data.users_affected * share) / 100);
  const about = share === 100 ? '' : `, about ${numberWords(taken)} with this rollout`;
  return (
    <span className={styles.note}>
      {numberWords(data.users_affected)} of {numberWords(data.total_users)} {what} match{about}
    </span>
  );
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
