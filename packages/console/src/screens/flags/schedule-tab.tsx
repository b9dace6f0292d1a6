import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { Flag } from '../../queries/flags/flag';
import type { Operation, Recurrence } from '../../queries/flags/schedule';
import {
  OPERATIONS,
  operationWords,
  payloadOf,
  RECURRENCES,
  recurrenceFields,
} from '../../queries/flags/schedule';
import { timeInZone } from '../../queries/zone-time';
import { useBlockedBy, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { ConfirmButton } from '../../ui/dialog/confirm-button';
import { SelectField, TextField } from '../../ui/field/field';
import { Card, Stack } from '../../ui/layout/page';
import { EmptyState, ErrorState, Loading } from '../../ui/state/states';
import { Badge } from '../../ui/text/badge';
import { Timestamp } from '../../ui/text/timestamp';
import type { ScheduledChange } from './schedule-data';
import { createScheduledChange, deleteScheduledChange, scheduleQuery } from './schedule-data';
import styles from './flags.module.css';

/** The scheduled changes of a flag, and the results of past ones. */
export function ScheduleTab({ flag }: { readonly flag: Flag }) {
  const { id: projectId, timezone } = useProject();
  const client = useQueryClient();
  const blockedBy = useBlockedBy('feature_flag:write');
  const schedule = useQuery(scheduleQuery(projectId, flag.id));
  const reload = () =>
    client.invalidateQueries({ queryKey: scheduleQuery(projectId, flag.id).queryKey });
  if (schedule.isPending) return <Loading label="Loading the schedule" />;
  if (schedule.isError) {
    return <ErrorState error={schedule.error} onRetry={() => void schedule.refetch()} />;
  }
  const changes = schedule.data.results.toSorted((one, other) =>
    one.scheduled_at < other.scheduled_at ? 1 : -1,
  );
  return (
    <Stack>
      <NewChange flag={flag} zone={timezone} blockedBy={blockedBy} onCreated={reload} />
      {changes.length === 0 ? (
        <EmptyState icon="calendar" title="Nothing is scheduled">
          A scheduled change is applied within seconds of its time, even if the console is closed.
        </EmptyState>
      ) : (
        <div className={styles.scroller} tabIndex={0} role="region" aria-label="Scheduled changes">
          <table className={styles.table}>
            <thead>
              <tr>
                <th scope="col">Change</th>
                <th scope="col">Time</th>
                <th scope="col">State</th>
                <th scope="col">By</th>
              </tr>
            </thead>
            <tbody>
              {changes.map((change) => (
                <tr key={change.id}>
                  <td>{operationWords(change.payload)}</td>
                  <td>
                    <Timestamp value={change.scheduled_at} zone={timezone} />
                    {change.is_recurring && (
                      <div className={styles.note}>repeats {recurrenceWords(change)}</div>
                    )}
                  </td>
                  <td>
                    <ChangeState change={change} zone={timezone} />
                    {change.executed_at === null && (
                      <ConfirmButton
                        label="Delete the scheduled change"
                        text="Delete"
                        blockedBy={blockedBy}
                        title={`Delete the scheduled change “${operationWords(change.payload)}”?`}
                        onConfirm={async () => {
                          await deleteScheduledChange(projectId, change.id);
                          await reload();
                        }}
                      >
                        The flag will not be changed at that time.
                      </ConfirmButton>
                    )}
                  </td>
                  <td>{change.created_by?.email ?? ''}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
    </Stack>
  );
}

function recurrenceWords(change: ScheduledChange): string {
  const { recurrence_interval: interval, cron_expression: cron } = change;
  return interval ?? `at ${cron ?? ''} (cron, ${change.timezone ?? 'UTC'})`;
}

function ChangeState({
  change,
  zone,
}: {
  readonly change: ScheduledChange;
  readonly zone: string;
}) {
  const { executed_at: executed, failure_reason: failure, last_executed_at: last } = change;
  if (failure !== null) {
    return (
      <>
        <Badge tone="danger">failed</Badge> {failure}
      </>
    );
  }
  if (executed !== null && last === null) return <Badge>not applied in time</Badge>;
  if (executed !== null) return <Badge tone="success">applied</Badge>;
  return (
    <>
      <Badge tone="accent">waiting</Badge>
      {last !== null && (
        <div className={styles.note}>
          last applied <Timestamp value={last} zone={zone} />
        </div>
      )}
    </>
  );
}

function NewChange(props: {
  readonly flag: Flag;
  readonly zone: string;
  readonly blockedBy: string | null;
  readonly onCreated: () => Promise<void>;
}) {
  const { flag, zone, blockedBy, onCreated } = props;
  const { id: projectId } = useProject();
  const [operation, setOperation] = useState<Operation>(flag.active ? 'off' : 'on');
  const [percentage, setPercentage] = useState('10');
  const [civil, setCivil] = useState('');
  const [recurrence, setRecurrence] = useState<Recurrence>('');
  const [cron, setCron] = useState('0 9 * * 1-5');
  const time = timeInZone(civil, zone);
  const create = useMutation({
    mutationFn: () =>
      createScheduledChange(projectId, flag.id, {
        payload: payloadOf(operation, Number(percentage)),
        scheduled_at: time,
        ...recurrenceFields(operation === 'condition' ? '' : recurrence, cron),
      }),
    onSuccess: async () => {
      setCivil('');
      await onCreated();
    },
  });
  return (
    <Card title="Schedule a change">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          create.mutate();
        }}
      >
        <div className={styles.controls}>
          <SelectField
            label="Change"
            value={operation}
            options={OPERATIONS}
            onChange={setOperation}
          />
          {operation === 'condition' && (
            <TextField
              label="Share, %"
              type="number"
              min={0}
              max={100}
              step="any"
              required
              className={styles.percent}
              value={percentage}
              onChange={({ target }) => setPercentage(target.value)}
            />
          )}
          <TextField
            label={`Time (${zone})`}
            type="datetime-local"
            value={civil}
            onChange={({ target }) => setCivil(target.value)}
          />
          {operation !== 'condition' && (
            <RecurrenceFields
              recurrence={recurrence}
              onRecurrence={setRecurrence}
              cron={cron}
              onCron={setCron}
            />
          )}
          <Button
            type="submit"
            icon="calendar"
            blockedBy={blockedBy}
            busy={create.isPending}
            disabled={time === null}
          >
            Schedule
          </Button>
        </div>
      </form>
      <p className={styles.note}>{noteOf(recurrence, zone)}</p>
    </Card>
  );
}

function noteOf(recurrence: Recurrence, zone: string): string {
  return recurrence === 'cron'
    ? `Minute, hour, day of month, month and day of week in ${zone}. The first change is made at the time above.`
    : 'Intervals are counted in UTC. A cron expression keeps the local time in summer and winter.';
}

function RecurrenceFields(props: {
  readonly recurrence: Recurrence;
  readonly onRecurrence: (recurrence: Recurrence) => void;
  readonly cron: string;
  readonly onCron: (cron: string) => void;
}) {
  const { recurrence, onRecurrence, cron, onCron } = props;
  return (
    <>
      <SelectField
        label="How often"
        value={recurrence}
        options={RECURRENCES}
        onChange={onRecurrence}
      />
      {recurrence === 'cron' && (
        <TextField
          label="Cron expression"
          required
          maxLength={100}
          value={cron}
          onChange={({ target }) => onCron(target.value)}
        />
      )}
    </>
  );
}
