import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { loginMethodsQuery } from '../../session/sign-in';
import { timestampText } from '../../queries/time-text';
import { Button } from '../../ui/button/button';
import { Card } from '../../ui/layout/page';
import { ErrorState, FailedNotice, Loading } from '../../ui/state/states';
import { Table } from '../../ui/table/table';
import { toast } from '../../ui/toast/toasts';
import { factorsQuery } from './factors-data';
import type { LinkedAccount } from './linked-accounts-data';
import { linkedAccountsQuery, unlinkAccount } from './linked-accounts-data';
import { ProofDialog } from './proof-dialog';

/** The accounts of a sign-in provider with which the user can sign in; nothing on a server without a provider. */
export function LinkedAccounts({ timezone }: { readonly timezone: string }) {
  const methods = useQuery(loginMethodsQuery);
  const accounts = useQuery(linkedAccountsQuery);
  const hasProvider = (methods.data?.provider ?? null) !== null;
  if (methods.isError && accounts.data?.length === 0) return <FailedNotice query={methods} />;
  if (!hasProvider && !accounts.isError && (accounts.data ?? []).length === 0) return null;
  return (
    <Card title="Linked accounts">
      <p>
        Accounts of a sign-in provider that sign you in here. The first sign-in there with your
        e-mail address links one.
      </p>
      {accounts.isPending && <Loading label="Loading linked accounts" />}
      {accounts.isError && (
        <ErrorState error={accounts.error} onRetry={() => void accounts.refetch()} />
      )}
      {accounts.data?.length === 0 && <p>No account is linked.</p>}
      {accounts.data !== undefined && accounts.data.length > 0 && (
        <AccountTable accounts={accounts.data} timezone={timezone} />
      )}
    </Card>
  );
}

function AccountTable(props: {
  readonly accounts: readonly LinkedAccount[];
  readonly timezone: string;
}) {
  const { accounts, timezone } = props;
  const client = useQueryClient();
  const known = useQuery(factorsQuery);
  const factors = known.data;
  const [unlinked, setUnlinked] = useState<LinkedAccount | null>(null);
  const close = (): void => setUnlinked(null);
  return (
    <>
      <FailedNotice query={known} />
      <Table
        label="Linked accounts"
        columns={[
          { label: 'Provider' },
          { label: 'Account there' },
          { label: `Linked (${timezone})` },
          { label: 'Actions' },
        ]}
      >
        {accounts.map((account) => (
          <tr key={`${account.issuer} ${account.subject}`}>
            <th scope="row">{hostOf(account.issuer)}</th>
            <td>
              <code>{account.subject}</code>
            </td>
            <td>{timestampText(account.created_at, timezone)}</td>
            <td>
              <Button
                kind="quiet"
                aria-label={`Unlink ${account.subject} at ${hostOf(account.issuer)}`}
                disabled={factors === undefined}
                onClick={() => setUnlinked(account)}
              >
                Unlink
              </Button>
            </td>
          </tr>
        ))}
      </Table>
      {unlinked !== null && (
        <ProofDialog
          title={`Unlink the account at ${hostOf(unlinked.issuer)}?`}
          verb="Unlink"
          isDangerous
          hasPassword={factors?.has_password ?? false}
          onClose={close}
          onConfirm={async ({ current_password }) => {
            await unlinkAccount(unlinked, current_password);
            close();
            toast('success', 'Unlinked the account.');
            await client.invalidateQueries({ queryKey: linkedAccountsQuery.queryKey });
          }}
        >
          <p>
            You can no longer sign in with it. Open sessions are not ended. A sign-in at the
            provider with your e-mail address links it again.
          </p>
        </ProofDialog>
      )}
    </>
  );
}

function hostOf(issuer: string): string {
  return URL.canParse(issuer) ? new URL(issuer).host : issuer;
}
