import { useState } from 'react';
import { useBlockedBy, useMe } from '../../session/me';
import { Button } from '../../ui/button/button';
import { SelectField, TextField } from '../../ui/field/field';
import { Card, Stack } from '../../ui/layout/page';
import { useAlertChange } from './alerts-of-insight';

const CONDITIONS = [
  { value: 'below', label: 'The value is below' },
  { value: 'above', label: 'The value is above' },
  { value: 'decrease', label: 'It falls by more than (%)' },
  { value: 'increase', label: 'It grows by more than (%)' },
  { value: 'weekday', label: 'It differs from the same weekday' },
] as const;
const INTERVALS = [
  { value: 'hourly', label: 'Every hour' },
  { value: 'daily', label: 'Every day' },
  { value: 'weekly', label: 'Every week' },
  { value: 'monthly', label: 'Every month' },
] as const;

type Condition = (typeof CONDITIONS)[number]['value'];
type Interval = (typeof INTERVALS)[number]['value'];

/** The form of a new alert. The server checks whether the insight supports it. */
export function NewAlert({ insightId }: { readonly insightId: number }) {
  const me = useMe();
  const blockedBy = useBlockedBy('alert:write');
  const [name, setName] = useState('');
  const [condition, setCondition] = useState<Condition>('below');
  const [bound, setBound] = useState('');
  const [interval, setInterval] = useState<Interval>('daily');
  const create = useAlertChange(null);
  const needsBound = condition !== 'weekday';
  const isComplete = !needsBound || (bound.trim() !== '' && Number.isFinite(Number(bound)));
  const submit = (): void => {
    const body = {
      insight: insightId,
      name: name.trim() === '' ? null : name.trim(),
      subscribed_users: [me.id],
      calculation_interval: interval,
      ...comparison(condition, Number(bound)),
    };
    create.mutate(body, { onSuccess: () => setName('') });
  };
  return (
    <Card title="New alert">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (isComplete) submit();
        }}
      >
        <Stack>
          <TextField
            label="Name"
            maxLength={255}
            value={name}
            onChange={(event) => setName(event.target.value)}
          />
          <SelectField
            label="Condition"
            value={condition}
            options={CONDITIONS}
            onChange={setCondition}
          />
          {needsBound && (
            <TextField
              label="Threshold"
              inputMode="decimal"
              value={bound}
              onChange={(event) => setBound(event.target.value)}
            />
          )}
          <SelectField
            label="Checked"
            value={interval}
            options={INTERVALS}
            onChange={setInterval}
          />
          <Button
            kind="primary"
            type="submit"
            blockedBy={blockedBy}
            busy={create.isPending}
            disabled={!isComplete}
          >
            Create alert
          </Button>
        </Stack>
      </form>
    </Card>
  );
}

/** The fields of a request that describe the condition and the threshold. */
function comparison(condition: Condition, bound: number): object {
  const within = (type: 'absolute' | 'percentage', bounds: object) => ({
    threshold: { configuration: { type, bounds } },
  });
  switch (condition) {
    case 'below':
      return { condition: { type: 'absolute_value' }, ...within('absolute', { lower: bound }) };
    case 'above':
      return { condition: { type: 'absolute_value' }, ...within('absolute', { upper: bound }) };
    case 'decrease':
    case 'increase':
      return {
        condition: { type: `relative_${condition}` },
        ...within('percentage', { upper: bound / 100 }),
      };
    case 'weekday':
      return { condition: { type: 'weekday_deviation' }, threshold: null };
  }
}
