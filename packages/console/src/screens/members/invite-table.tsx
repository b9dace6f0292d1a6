import { useMutation, useQueryClient } from '@tanstack/react-query';
import { roleWords } from '../../queries/account/roles';
import { timestampText } from '../../queries/time-text';
import { useBlockedBy, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { CellNote, Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import type { Invite } from './members-data';
import { invitesQuery, revokeInvite } from './members-data';

interface TableProps {
  readonly invites: readonly Invite[];
  readonly onRevoked: () => void;
}

/** The invitations that have not been accepted. */
export function InviteTable({ invites, onRevoked }: TableProps) {
  const client = useQueryClient();
  const { timezone } = useProject();
  const blockedBy = useBlockedBy('organization_member:write');
  const revoke = useMutation({
    mutationFn: ({ id }: Invite) => revokeInvite(id),
    onSuccess: async (_none, { target_email: email }) => {
      toast('success', `Revoked the invitation of ${email}.`);
      onRevoked();
      await client.invalidateQueries({ queryKey: invitesQuery.queryKey });
    },
  });
  return (
    <Table
      label="Open invitations"
      columns={[
        { label: 'Email address' },
        { label: 'Role' },
        { label: `Valid until (${timezone})` },
        { label: 'Actions' },
      ]}
    >
      {invites.map((invite) => (
        <tr key={invite.id}>
          <th scope="row">
            {invite.target_email}
            <CellNote>invited by {invite.created_by?.email ?? 'the server'}</CellNote>
          </th>
          <td>{roleWords(invite.level)}</td>
          <td>
            {timestampText(invite.expires_at, timezone)}{' '}
            {invite.is_expired && <Badge tone="warning">expired</Badge>}
          </td>
          <td>
            <Button
              kind="quiet"
              aria-label={`Revoke the invitation of ${invite.target_email}`}
              blockedBy={blockedBy}
              busy={revoke.isPending && revoke.variables.id === invite.id}
              onClick={() => revoke.mutate(invite)}
            >
              Revoke
            </Button>
          </td>
        </tr>
      ))}
    </Table>
  );
}
