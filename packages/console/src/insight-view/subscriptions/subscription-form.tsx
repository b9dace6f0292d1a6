import { useState } from 'react';
import { civilInZone, editedTime, nextHourInZone } from '../../queries/zone-time';
import { useBlockedBy, useMe, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { SelectField, TextField } from '../../ui/field/field';
import { Card, Row, Stack } from '../../ui/layout/page';
import type { ShownSubscription, SubscriptionSource, SubscriptionTarget } from './subscriptions';
import { useSubscriptionChange } from './subscriptions';

const TARGETS = [
  { value: 'email', label: 'E-mail' },
  { value: 'slack', label: 'Slack' },
  { value: 'webhook', label: 'Webhook' },
] as const;
const TARGET_FIELDS = {
  email: { label: 'Recipients', hint: 'E-mail addresses, separated by commas' },
  slack: { label: 'URL of the incoming webhook', hint: 'It is stored encrypted' },
  webhook: { label: 'URL', hint: 'Receives JSON with the numbers and links to the charts' },
} as const;
const SCHEDULES = [
  { value: 'daily', label: 'Every day' },
  { value: 'weekdays', label: 'Every weekday' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
] as const;
type Schedule = (typeof SCHEDULES)[number]['value'] | 'kept';
const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];

/** The form that creates or changes a subscription. */
export function SubscriptionForm(props: {
  readonly source: SubscriptionSource;
  /** The subscription to change; null creates a new one. */
  readonly subscription: ShownSubscription | null;
  readonly onDone: () => void;
}) {
  const { source, subscription, onDone } = props;
  const me = useMe();
  const { timezone } = useProject();
  const blockedBy = useBlockedBy('subscription:write');
  const change = useSubscriptionChange(subscription?.id ?? null);
  const [title, setTitle] = useState(subscription?.title ?? '');
  const [target, setTarget] = useState<SubscriptionTarget>(subscription?.target_type ?? 'email');
  const [value, setValue] = useState(subscription?.target_value ?? me.email);
  const [schedule, setSchedule] = useState<Schedule>(subscription === null ? 'weekly' : 'kept');
  const [civil, setCivil] = useState(() =>
    subscription === null
      ? nextHourInZone(Date.now(), timezone)
      : civilInZone(Date.parse(subscription.start_date), timezone),
  );
  const start = editedTime(civil, timezone, subscription?.start_date ?? null);
  const isComplete = value.trim() !== '' && start !== null;
  const submit = (): void => {
    const body = {
      ...(subscription === null && source),
      title: title.trim() === '' ? null : title.trim(),
      target_type: target,
      target_value: value.trim(),
      ...rule(schedule),
      start_date: start,
    };
    change.mutate(body, { onSuccess: onDone });
  };
  const schedules =
    subscription === null
      ? SCHEDULES
      : [{ value: 'kept' as const, label: `Keep: ${subscription.summary}` }, ...SCHEDULES];
  return (
    <Card title={subscription === null ? 'New subscription' : 'Change the subscription'}>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) submit();
        }}
      >
        <Stack>
          <TextField
            label="Title"
            autoFocus={subscription !== null}
            maxLength={100}
            value={title}
            onChange={(event) => setTitle(event.target.value)}
          />
          <SelectField
            label="Channel"
            value={target}
            options={TARGETS}
            onChange={(next) => {
              setTarget(next);
              setValue(next === 'email' ? me.email : '');
            }}
          />
          <TextField
            {...TARGET_FIELDS[target]}
            value={value}
            onChange={(event) => setValue(event.target.value)}
          />
          <SelectField label="Repeat" value={schedule} options={schedules} onChange={setSchedule} />
          <TextField
            label={`First delivery (${timezone})`}
            hint="Later deliveries are sent at this time of day, in the time zone of the project"
            type="datetime-local"
            value={civil}
            onChange={(event) => setCivil(event.target.value)}
          />
          <Row>
            <Button
              kind="primary"
              type="submit"
              blockedBy={blockedBy}
              busy={change.isPending}
              disabled={!isComplete}
            >
              {subscription === null ? 'Subscribe' : 'Save the changes'}
            </Button>
            {subscription !== null && <Button onClick={onDone}>Cancel</Button>}
          </Row>
        </Stack>
      </form>
    </Card>
  );
}

/** The fields of a request that describe a schedule. They are empty if the schedule is kept. */
function rule(schedule: Schedule): object {
  switch (schedule) {
    case 'kept':
      return {};
    case 'weekdays':
      return { frequency: 'weekly', interval: 1, byweekday: WEEKDAYS, bysetpos: null };
    default:
      return { frequency: schedule, interval: 1, byweekday: null, bysetpos: null };
  }
}
