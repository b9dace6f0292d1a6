import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { request } from '../../api/client';
import type { Flag } from '../../queries/flags/flag';
import { conditionsOf } from '../../queries/flags/flag';
import type { Guard } from '../../queries/flags/rollout';
import {
  GUARDS,
  guardMetric,
  insightMetric,
  stepProblem,
  stepsAbove,
  stepsOf,
} from '../../queries/flags/rollout';
import { useBlockedBy, useMe, useProjectId } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Checkbox, SelectField, TextField } from '../../ui/field/field';
import { EventPicker } from '../../ui/filters/event-picker';
import { Card, Row, Stack } from '../../ui/layout/page';
import type { Found } from '../../ui/picker/search-picker';
import { SearchPicker } from '../../ui/picker/search-picker';
import { Notice } from '../../ui/state/states';
import { beginRollout } from './rollout-data';
import styles from './flags.module.css';

interface StoredInsight {
  readonly id: number;
  readonly name: string | null;
  readonly derived_name?: string | null;
  readonly query: unknown;
}

/** The number of insights that the picker offers, and that one request reads. */
const OFFERED = 50;

/**
 * The first saved insights whose name contains the text and that have a metric to watch. Pages are read until there are
 * enough of them. The count includes the insights that were not read, which may have no metric.
 */
async function findInsights(
  projectId: number,
  search: string,
  signal: AbortSignal,
): Promise<Found<StoredInsight>> {
  const usable: StoredInsight[] = [];
  for (let read = 0; ;) {
    const page = { saved: 'true', search, limit: String(OFFERED), offset: String(read) };
    const path = `/api/projects/${projectId}/insights/?${new URLSearchParams(page).toString()}`;
    const { results, count } = await request<{
      readonly results: readonly StoredInsight[];
      readonly count: number;
    }>('GET', path, { signal });
    read += results.length;
    usable.push(...results.filter(({ query }) => insightMetric(query, '', 'increase') !== null));
    if (results.length > 0 && read < count && usable.length < OFFERED) continue;
    return {
      count: usable.length + Math.max(0, count - read),
      choices: usable.map((value) => ({ key: value.id, label: titleOf(value), value })),
    };
  }
}

const titleOf = ({ id, name, derived_name: derived }: StoredInsight): string =>
  name || derived || `Insight ${id}`;

const GOALS = [
  { value: 'increase', label: 'More is better' },
  { value: 'decrease', label: 'Less is better' },
] as const;

/** The form of a new rollout: its steps, and the metric that must not get worse. */
export function NewRollout(props: { readonly flag: Flag; readonly onBegun: () => Promise<void> }) {
  const { flag, onBegun } = props;
  const projectId = useProjectId();
  const me = useMe();
  const blockedBy = useBlockedBy('feature_flag:write');
  const [minutes, setMinutes] = useState('60');
  const [condition, setCondition] = useState('0');
  const present = conditionsOf(flag)[Number(condition)]?.rollout_percentage ?? 100;
  const { steps, setWritten, parsed, problem } = useSteps(present, Number(minutes));
  const [isTold, setTold] = useState(true);
  const watched = useWatched(projectId);
  const begin = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () =>
      beginRollout(projectId, {
        feature_flag_id: flag.id,
        condition_index: Number(condition),
        steps: parsed,
        metric: watched.metric,
        subscribed_users: isTold ? [me.id] : [],
      }),
    onSuccess: onBegun,
  });
  return (
    <Card title="Increase the rollout in steps while a metric does not get worse">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          begin.mutate();
        }}
      >
        <Stack>
          <div className={styles.controls}>
            <SelectField
              label="Condition"
              value={condition}
              options={conditionsOf(flag).map(({ rollout_percentage: share }, at) => ({
                value: String(at),
                label: `${at + 1}, now ${share ?? 100} %`,
              }))}
              onChange={setCondition}
            />
            <TextField
              label="Steps, %"
              value={steps}
              error={present >= 100 ? null : problem}
              onChange={({ target }) => setWritten(target.value)}
            />
            <TextField
              label="Minutes per step"
              type="number"
              min={1}
              className={styles.percent}
              value={minutes}
              onChange={({ target }) => setMinutes(target.value)}
            />
          </div>
          {present >= 100 && <NothingLeft />}
          {watched.fields}
          <Checkbox
            label={`Send an e-mail to ${me.email} when it ends`}
            checked={isTold}
            onChange={setTold}
          />
          <p className={styles.note}>
            The metric of the people with the flag is compared with that of the people without it
            every ten minutes. If it gets worse, the condition is set back to its current rollout.
          </p>
          {begin.isError && <Notice kind="danger">{messageOf(begin.error)}</Notice>}
          <Row>
            <Button
              type="submit"
              kind="primary"
              icon="play"
              blockedBy={blockedBy}
              busy={begin.isPending}
              disabled={problem !== null || watched.metric === null}
            >
              Start the rollout
            </Button>
          </Row>
        </Stack>
      </form>
    </Card>
  );
}

/** The steps that the user typed; before that, steps that suit a condition whose share is `present` percent. */
function useSteps(present: number, minutes: number) {
  const [written, setWritten] = useState<string | null>(null);
  const steps = written ?? stepsAbove(present);
  const parsed = stepsOf(steps, minutes);
  return { steps, setWritten, parsed, problem: stepProblem(parsed, present) };
}

function NothingLeft() {
  return (
    <Notice kind="info">
      The rollout of this condition is already 100 %. Lower it on the Release tab, or compare later
      events of people on the Usage tab.
    </Notice>
  );
}

/** The state of the fields for the metric, and the metric that they describe. */
function useWatched(projectId: number) {
  const [guard, setGuard] = useState<Guard>('errors');
  const [event, setEvent] = useState<string | null>('$exception');
  const [property, setProperty] = useState('');
  const [insight, setInsight] = useState<StoredInsight | null>(null);
  const [goal, setGoal] = useState<'increase' | 'decrease'>('increase');
  const ofInsight = insight && insightMetric(insight.query, titleOf(insight), goal);
  const metric = guard === 'insight' ? ofInsight : guardMetric(guard, event, property);
  const fields = (
    <div className={styles.controls}>
      <SelectField label="Metric" value={guard} options={GUARDS} onChange={setGuard} />
      {guard !== 'insight' && (
        <EventPicker
          projectId={projectId}
          event={event}
          emptyText="Choose an event"
          onChange={setEvent}
        />
      )}
      {guard === 'latency' && (
        <TextField
          label="Property"
          value={property}
          onChange={({ target }) => setProperty(target.value)}
        />
      )}
      {guard === 'insight' && (
        <>
          <SearchPicker
            label="Insight"
            text={insight === null ? 'Choose an insight' : titleOf(insight)}
            things="insights"
            queryKey={['rollout-insights', projectId]}
            load={(text, signal) => findInsights(projectId, text, signal)}
            onPick={(choice) => setInsight(choice?.value ?? null)}
          />
          <SelectField label="Direction" value={goal} options={GOALS} onChange={setGoal} />
        </>
      )}
    </div>
  );
  return { metric, fields };
}
