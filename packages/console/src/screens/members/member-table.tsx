import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleLevel } from '../../queries/account/roles';
import { levelOf, rolesUpTo, roleWords } from '../../queries/account/roles';
import { timestampText } from '../../queries/time-text';
import { useBlockedBy, useMe, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { Dialog } from '../../ui/dialog/dialog';
import { SelectField } from '../../ui/field/field';
import { CellNote, Table } from '../../ui/table/table';
import { Badge } from '../../ui/text/badge';
import { toast } from '../../ui/toast/toasts';
import type { Member } from './members-data';
import { membersQuery, removeMember, setRole } from './members-data';
import styles from './members.module.css';

/** The members with their roles. A role that the current user may not change is shown as text. */
export function MemberTable({ members }: { readonly members: readonly Member[] }) {
  const { timezone } = useProject();
  const [leaving, setLeaving] = useState<Member | null>(null);
  return (
    <>
      <Table
        label="Members"
        columns={[
          { label: 'Name' },
          { label: 'Role' },
          { label: 'Second factor' },
          { label: `Since (${timezone})` },
          { label: 'Actions' },
        ]}
      >
        {members.map((member) => (
          <MemberRow key={member.id} member={member} onRemove={() => setLeaving(member)} />
        ))}
      </Table>
      {leaving !== null && <Removal member={leaving} onClose={() => setLeaving(null)} />}
    </>
  );
}

function MemberRow({
  member,
  onRemove,
}: {
  readonly member: Member;
  readonly onRemove: () => void;
}) {
  const client = useQueryClient();
  const me = useMe();
  const { timezone } = useProject();
  const blockedBy = useBlockedBy('organization_member:write');
  const { membership_level: own } = me.organization;
  const { user, level } = member;
  const isSelf = user.uuid === me.uuid;
  const change = useMutation({
    mutationFn: (next: RoleLevel) => setRole(member.id, next),
    onSuccess: async ({ level: next }) => {
      toast('success', `${user.email} is ${roleWords(next).toLowerCase()} now.`);
      await client.invalidateQueries({ queryKey: membersQuery.queryKey });
    },
  });
  const mayChange = blockedBy === null && !isSelf && level <= own;
  const aboveOwn = level > own ? 'This role is above your own.' : null;
  return (
    <tr>
      <th scope="row">
        {[user.first_name, user.last_name].join(' ').trim() || user.email}{' '}
        {isSelf && <Badge>you</Badge>}
        <CellNote>{user.email}</CellNote>
      </th>
      <td className={styles.role}>
        {mayChange ? (
          <SelectField
            label={`Role of ${user.email}`}
            labelHidden
            value={String(level)}
            options={rolesUpTo(own)}
            disabled={change.isPending}
            onChange={(value) => change.mutate(levelOf(value))}
          />
        ) : (
          roleWords(level)
        )}
      </td>
      <td>{member.is_2fa_enabled ? 'yes' : 'no'}</td>
      <td>{timestampText(member.joined_at, timezone)}</td>
      <td>
        <Button
          kind="quiet"
          aria-label={isSelf ? 'Leave the organization' : `Remove ${user.email}`}
          blockedBy={isSelf ? null : (blockedBy ?? aboveOwn)}
          onClick={onRemove}
        >
          {isSelf ? 'Leave' : 'Remove'}
        </Button>
      </td>
    </tr>
  );
}

function Removal({ member, onClose }: { readonly member: Member; readonly onClose: () => void }) {
  const client = useQueryClient();
  const { uuid } = useMe();
  const isSelf = member.user.uuid === uuid;
  const remove = useMutation({
    mutationFn: () => removeMember(member.id),
    onSuccess: async () => {
      if (isSelf) {
        window.location.assign('/login');
        return;
      }
      toast('success', `Removed ${member.user.email}.`);
      await client.invalidateQueries({ queryKey: membersQuery.queryKey });
    },
    onSettled: onClose,
  });
  const verb = isSelf ? 'Leave the organization' : `Remove ${member.user.email}`;
  return (
    <Dialog
      title={`${verb}?`}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button kind="danger" busy={remove.isPending} onClick={() => remove.mutate()}>
            {isSelf ? 'Leave' : 'Remove'}
          </Button>
        </>
      }
    >
      <p>
        Sessions and personal keys of this account are rejected at once. Objects that it created are
        kept. A new invitation restores the account, without the keys.
      </p>
    </Dialog>
  );
}
