import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { RoleLevel } from '../../queries/account/roles';
import { levelOf, roleHint, rolesUpTo } from '../../queries/account/roles';
import { timestampText } from '../../queries/time-text';
import { useBlockedBy, useMe, useProject } from '../../session/me';
import { Button } from '../../ui/button/button';
import { SelectField, TextField } from '../../ui/field/field';
import { FormCard } from '../../ui/layout/form-card';
import { Card, Page } from '../../ui/layout/page';
import { ErrorState, Loading, Notice } from '../../ui/state/states';
import { CodeBlock } from '../../ui/text/code-block';
import { FactorRule } from './factor-rule';
import { InviteTable } from './invite-table';
import { MemberTable } from './member-table';
import type { Invite } from './members-data';
import { invite, invitesQuery, membersQuery } from './members-data';

/** The members of the organization with their roles, and the invitations. */
export default function MembersScreen() {
  const members = useQuery(membersQuery);
  const invites = useQuery(invitesQuery);
  const [made, setMade] = useState<Invite | null>(null);
  return (
    <Page title="Members">
      <p>Members belong to the organization: they see all of its projects.</p>
      <NewInvite onCreated={setMade} />
      {made !== null && made.link !== null && <InviteLink made={made} link={made.link} />}
      <Card title="Members of the organization">
        {members.isPending && <Loading label="Loading members" />}
        {members.isError && (
          <ErrorState error={members.error} onRetry={() => void members.refetch()} />
        )}
        {members.data !== undefined && <MemberTable members={members.data} />}
      </Card>
      <FactorRule />
      <Card title="Open invitations">
        {invites.isPending && <Loading label="Loading invitations" />}
        {invites.isError && (
          <ErrorState error={invites.error} onRetry={() => void invites.refetch()} />
        )}
        {invites.data?.length === 0 && <p>There are no open invitations.</p>}
        {invites.data !== undefined && invites.data.length > 0 && (
          <InviteTable invites={invites.data} onRevoked={() => setMade(null)} />
        )}
      </Card>
    </Page>
  );
}

function NewInvite({ onCreated }: { readonly onCreated: (made: Invite) => void }) {
  const client = useQueryClient();
  const blockedBy = useBlockedBy('organization_member:write');
  const { membership_level: own } = useMe().organization;
  const [email, setEmail] = useState('');
  const [level, setLevel] = useState<RoleLevel>(1);
  const create = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => invite(email, level),
    onSuccess: async (made) => {
      setEmail('');
      onCreated(made);
      await client.invalidateQueries({ queryKey: invitesQuery.queryKey });
    },
  });
  return (
    <FormCard title="Invite a member" error={create.error} onSubmit={() => create.mutate()}>
      <TextField
        label="Email address"
        type="email"
        required
        maxLength={254}
        hint="They sign in with it. No e-mail is sent: send them the link yourself."
        disabled={blockedBy !== null}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <SelectField
        label="Role"
        hint={roleHint(level)}
        disabled={blockedBy !== null}
        value={String(level)}
        options={rolesUpTo(own)}
        onChange={(value) => setLevel(levelOf(value))}
      />
      <Button
        kind="primary"
        type="submit"
        icon="plus"
        busy={create.isPending}
        blockedBy={blockedBy}
      >
        Create the link
      </Button>
    </FormCard>
  );
}

function InviteLink({ made, link }: { readonly made: Invite; readonly link: string }) {
  const { timezone } = useProject();
  return (
    <Card title={`The link for ${made.target_email}`}>
      <Notice kind="warning">
        Copy it now: it is not shown again. It can be used once, until{' '}
        {timestampText(made.expires_at, timezone)} ({timezone}). Whoever has it becomes{' '}
        {made.target_email}.
      </Notice>
      <CodeBlock code={link} label="Invitation link" />
    </Card>
  );
}
