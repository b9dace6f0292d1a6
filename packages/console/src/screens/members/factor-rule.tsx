import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { useBlockedBy } from '../../session/me';
import { Checkbox } from '../../ui/field/field';
import { Card } from '../../ui/layout/page';
import { FailedNotice, Notice } from '../../ui/state/states';
import { toast } from '../../ui/toast/toasts';
import { organizationQuery, requireSecondFactor } from './members-data';

/** A switch that requires a second factor of all members. */
export function FactorRule() {
  const client = useQueryClient();
  const organization = useQuery(organizationQuery);
  const blockedBy = useBlockedBy('organization:write');
  const [wanted, setWanted] = useState<boolean | null>(null);
  const change = useMutation({
    meta: { showsOwnError: true },
    mutationFn: requireSecondFactor,
    onSuccess: async ({ enforce_2fa: isOn }) => {
      toast(
        'success',
        isOn ? 'A second factor is now required.' : 'A second factor is no longer required.',
      );
      await client.invalidateQueries({ queryKey: organizationQuery.queryKey });
    },
  });
  return (
    <Card title="Sign-in">
      <Checkbox
        label="Members must use a second factor"
        checked={wanted ?? organization.data?.enforce_2fa ?? false}
        disabled={blockedBy !== null || organization.data === undefined || change.isPending}
        title={blockedBy ?? undefined}
        onChange={(isOn) => {
          // `change.isPending` changes after the next rendering; until then the box would show the old value.
          setWanted(isOn);
          change.mutate(isOn, { onSettled: () => setWanted(null) });
        }}
      />
      <p>
        Members without one can only add one to their account. Keys of programs are not affected.
      </p>
      <FailedNotice query={organization} />
      {change.isError && <Notice kind="danger">{messageOf(change.error)}</Notice>}
    </Card>
  );
}
