import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { filterText } from '../../queries/filters/filter-text';
import type { PropertyFilter } from '../../queries/filters/property-filter';
import type { ExplainedUser } from '../../queries/flags/explained-user';
import { decodeUser, encodeUser } from '../../queries/flags/explained-user';
import type { FlagDraft } from '../../queries/flags/flag';
import { conditionsOf, targetOf } from '../../queries/flags/flag';
import { useProjectId } from '../../session/me';
import { ProjectLink } from '../../session/project-link';
import { useHashPart } from '../../session/use-hash-part';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import type { GroupType } from '../../ui/filters/property-lists';
import { groupTypesQuery } from '../../ui/filters/property-lists';
import { Icon } from '../../ui/icon/icon';
import { Card, Stack } from '../../ui/layout/page';
import { FailedNotice, Loading, Notice } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import type { ExplainedCondition, ExplainedFilter, ExplainedFlag } from './flag-data';
import { explainDraft } from './flag-data';
import styles from './flags.module.css';

const OUTCOMES: Readonly<Record<string, string>> = {
  match: 'matches: this condition decides',
  filters_missed: 'does not match',
  out_of_rollout: 'matches, but this user is outside the rollout',
  no_group: 'needs the key of a group, but none was given',
  no_device: 'needs a device id, but none was given',
  failed: 'could not be evaluated',
  not_reached: 'was not evaluated: an earlier condition decided',
};

const NOBODY: ExplainedUser = { distinctId: '', groups: {} };

/**
 * Explains the value of the draft for one user, condition by condition. The user is in the fragment of the URL
 * (`#user=`).
 */
export function ExplainPanel(props: { readonly draft: FlagDraft; readonly flagId: number | null }) {
  const { draft, flagId } = props;
  const projectId = useProjectId();
  const [linked, setLinked] = useHashPart('user');
  const user = useMemo(() => decodeUser(linked) ?? NOBODY, [linked]);
  const [typed, setTyped] = useState(user.distinctId);
  const [keys, setKeys] = useState(user.groups);
  const [shown, setShown] = useState(user);
  if (shown !== user) {
    // Back in the browser leads to the user before.
    setShown(user);
    setTyped(user.distinctId);
    setKeys(user.groups);
  }
  const groupTypes = useQuery(groupTypesQuery(projectId));
  const types = groupTypesOf(draft, groupTypes.data ?? []);
  const { distinctId } = user;
  const explained = useQuery({
    queryKey: ['explain-flag', projectId, flagId, draft, user],
    queryFn: () => explainDraft(projectId, draft, flagId, user),
    enabled: distinctId !== '',
    placeholderData: (previous) => previous,
    retry: false,
  });
  const { data, error, isFetching } = explained;
  const flag = data?.flags.find(({ key }) => key === (draft.key === '' ? 'unnamed' : draft.key));
  return (
    <Card title="Explain for a user">
      <form
        className={styles.controls}
        onSubmit={(event) => {
          event.preventDefault();
          const groups = Object.entries(keys).filter(([, key]) => key.trim() !== '');
          setLinked(encodeUser({ distinctId: typed.trim(), groups: Object.fromEntries(groups) }));
        }}
      >
        <TextField
          label="Distinct id"
          value={typed}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setTyped(event.target.value)}
        />
        {types.map((type) => (
          <TextField
            key={type}
            label={`Key of the ${type}`}
            spellCheck={false}
            autoComplete="off"
            value={keys[type] ?? ''}
            onChange={(event) => setKeys({ ...keys, [type]: event.target.value })}
          />
        ))}
        <Button type="submit" icon="play" disabled={typed.trim() === ''}>
          Explain
        </Button>
      </form>
      <FailedNotice query={groupTypes} />
      <p className={styles.note}>Unsaved changes of the flag are included.</p>
      {isFetching && data === undefined && <Loading label="Evaluating" />}
      <FailedNotice query={explained} />
      {error === null && distinctId !== '' && flag !== undefined && data !== undefined && (
        <div aria-live="polite">
          <Explanation flag={flag} distinctId={distinctId} isKnown={data.person !== null} />
        </div>
      )}
    </Card>
  );
}

/** The group types that the conditions of the draft use. */
function groupTypesOf(draft: FlagDraft, all: readonly GroupType[]): readonly string[] {
  const targets = new Set(conditionsOf(draft).map((condition) => targetOf(draft, condition)));
  return all
    .filter(({ group_type_index: index }) => targets.has(index))
    .map(({ group_type: type }) => type);
}

function Explanation(props: {
  readonly flag: ExplainedFlag;
  readonly distinctId: string;
  readonly isKnown: boolean;
}) {
  const { flag, distinctId, isKnown } = props;
  const isOn = flag.value !== false;
  return (
    <Stack>
      <p>
        <ProjectLink path={`person/${encodeURIComponent(distinctId)}`}>{distinctId}</ProjectLink>{' '}
        gets <Badge tone={isOn ? 'success' : 'plain'}>{valueWords(flag.value)}</Badge>.{' '}
        {flag.reason.description}.
      </p>
      {!isKnown && (
        <Notice kind="info">
          No person has this distinct id yet; only the properties in the request are used.
        </Notice>
      )}
      {(flag.payload ?? null) !== null && (
        <p>
          Payload: <code>{JSON.stringify(flag.payload)}</code>
        </p>
      )}
      <ol className={styles.steps}>
        {flag.conditions.map((condition) => (
          <Condition key={condition.index} condition={condition} />
        ))}
      </ol>
    </Stack>
  );
}

function Condition({ condition }: { readonly condition: ExplainedCondition }) {
  const { index, outcome, filters, rollout } = condition;
  const decides = outcome === 'match';
  return (
    <li>
      <div
        className={decides ? `${styles.outcome} ${styles.yes}` : `${styles.outcome} ${styles.no}`}
      >
        <Icon name={decides ? 'circle-check' : 'x'} />
        <div>
          Condition {index + 1} {OUTCOMES[outcome] ?? outcome}.
          <ul>
            {filters.map((filter, position) => (
              <li key={position} className={styles.note}>
                {filterWordsOf(filter)}
              </li>
            ))}
            {rollout.position !== null && (
              <li className={styles.note}>
                This user is at {rollout.position.toFixed(1)} %; the rollout goes up to{' '}
                {rollout.percentage} %.
              </li>
            )}
          </ul>
        </div>
      </div>
    </li>
  );
}

function filterWordsOf({ filter, actual, matches, problem }: ExplainedFilter): string {
  const text = filterText(filter as PropertyFilter);
  if (problem !== null) return `${text}: ${problem}`;
  if (matches === null) return `${text}: not known`;
  const found =
    actual === null || actual === undefined ? 'is not set' : `is ${JSON.stringify(actual)}`;
  return `${text}: ${matches ? 'yes' : 'no'}, the value ${found}`;
}

function valueWords(value: boolean | string): string {
  if (typeof value === 'string') return value;
  return value ? 'on' : 'off';
}
