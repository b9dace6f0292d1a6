import { useQuery } from '@tanstack/react-query';
import type { FlagCondition, FlagDraft } from '../../queries/flags/flag';
import { rolloutOf, targetOf, variantsOf } from '../../queries/flags/flag';
import type { GroupNames } from '../../queries/flags/flag-words';
import { conditionWords } from '../../queries/flags/flag-words';
import { numberWords } from '../../queries/numbers';
import { useProjectId } from '../../session/me';
import { IconButton } from '../../ui/button/button';
import { SelectField } from '../../ui/field/field';
import { NumberField } from '../../ui/field/number-field';
import { FilterBar } from '../../ui/filters/filter-bar';
import { FailedNotice, Notice } from '../../ui/state/states';
import { audienceQuery } from './flag-data';
import { useGroupNames } from './use-group-names';
import styles from './flags.module.css';

/** The operators that flags support (`docs/wire/flags-evaluation.md`). */
const OPERATORS = [
  ...['exact', 'is_not', 'icontains', 'not_icontains', 'regex', 'not_regex'],
  ...['gt', 'gte', 'lt', 'lte', 'is_set', 'is_not_set'],
  ...['is_date_exact', 'is_date_before', 'is_date_after', 'in', 'not_in'],
];

const OF_PERSONS = ['person', 'cohort'] as const;
const OF_GROUPS = ['group'] as const;

interface StepProps {
  readonly position: number;
  readonly last: number;
  readonly condition: FlagCondition;
  readonly draft: FlagDraft;
  readonly isUnreachable: boolean;
  readonly blockedBy: string | null;
  readonly onChange: (condition: FlagCondition) => void;
  /** Changes the target of the condition to persons (null) or to a group type. */
  readonly onTarget: (target: number | null) => void;
  readonly onRemove: () => void;
  readonly onMove: (by: -1 | 1) => void;
}

/** One condition: its filters and its rollout percentage. */
export function ConditionStep(props: StepProps) {
  const { position, condition, draft, isUnreachable, blockedBy, onChange, onTarget } = props;
  const projectId = useProjectId();
  const variants = variantsOf(draft);
  const isBlocked = blockedBy !== null;
  const name = nameOf(position);
  const target = targetOf(draft, condition);
  const { names: groupNames, query: groupTypes } = useGroupNames();
  return (
    <li className={isUnreachable ? `${styles.step} ${styles.unreachable}` : styles.step}>
      <div className={styles.stepHeader}>
        <h3>
          {position + 1}. {capital(conditionWords(draft, condition, groupNames))}
        </h3>
        <StepButtons {...props} isBlocked={isBlocked} />
      </div>
      <FailedNotice query={groupTypes} />
      {isUnreachable && (
        <Notice kind="warning">
          This condition is never used, because an earlier one matches everybody.
        </Notice>
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
        <RolloutField name={name} condition={condition} isBlocked={isBlocked} onChange={onChange} />
        {variants.length > 0 && (
          <VariantField
            keys={variants.map(({ key }) => key)}
            condition={condition}
            isBlocked={isBlocked}
            onChange={onChange}
          />
        )}
        {target !== null && (
          <p className={styles.note}>
            All users of one group get the same value; your code passes the key of the group.
          </p>
        )}
        <Audience condition={condition} target={target} groupName={groupNames.get(target ?? -1)} />
      </div>
    </li>
  );
}

function StepButtons(props: StepProps & { readonly isBlocked: boolean }) {
  const { position, last, isBlocked, onRemove, onMove } = props;
  const name = nameOf(position);
  return (
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
      <IconButton icon="trash-2" label={`Remove ${name}`} disabled={isBlocked} onClick={onRemove} />
    </span>
  );
}

interface ShareFieldProps {
  readonly condition: FlagCondition;
  readonly isBlocked: boolean;
  readonly onChange: (condition: FlagCondition) => void;
}

function RolloutField(props: ShareFieldProps & { readonly name: string }) {
  const { name, condition, isBlocked, onChange } = props;
  return (
    <div className={styles.percent}>
      <NumberField
        label="Rollout, %"
        aria-label={`Rollout of ${name} in percent`}
        min={0}
        max={100}
        disabled={isBlocked}
        value={rolloutOf(condition)}
        onChange={(share) => onChange({ ...condition, rollout_percentage: share })}
      />
    </div>
  );
}

/** A select for a variant that everyone who matches the condition gets. */
function VariantField(props: ShareFieldProps & { readonly keys: readonly string[] }) {
  const { keys, condition, isBlocked, onChange } = props;
  return (
    <SelectField
      label="Variant"
      value={condition.variant ?? ''}
      options={[
        { value: '', label: 'by the shares' },
        ...keys.map((key) => ({ value: key, label: key })),
      ]}
      disabled={isBlocked}
      onChange={(variant) => onChange({ ...condition, variant: variant === '' ? null : variant })}
    />
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
      label="Match by"
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

/** The number of persons or groups that match, and the part of them in the rollout. */
function Audience(props: {
  readonly condition: FlagCondition;
  readonly target: number | null;
  readonly groupName: string | undefined;
}) {
  const { condition, target, groupName = 'group' } = props;
  const projectId = useProjectId();
  const audience = useQuery(audienceQuery(projectId, condition, target));
  const { data } = audience;
  const what = target === null ? 'persons' : `groups of the type ${groupName}`;
  if (audience.isError) return <FailedNotice query={audience} />;
  if (data === undefined) return <span className={styles.note}>Counting {what}…</span>;
  const share = rolloutOf(condition);
  const taken = Math.round((data.users_affected * share) / 100);
  const about = share === 100 ? '' : `, about ${numberWords(taken)} of them within this rollout`;
  return (
    <span className={styles.note}>
      {numberWords(data.users_affected)} of {numberWords(data.total_users)} {what} match{about}
    </span>
  );
}

function nameOf(position: number): string {
  return `condition ${position + 1}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
