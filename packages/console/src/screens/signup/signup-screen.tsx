import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { ApiError, messageOf } from '../../api/api-error';
import { api, call } from '../../api/client';
import { usePathParameter } from '../../session/address';
import { Button } from '../../ui/button/button';
import { NewPasswordFields } from '../../ui/field/new-password-fields';
import { TextField } from '../../ui/field/field';
import { EntryPage } from '../../ui/layout/entry-page';
import { EmptyState, ErrorState, Loading, Notice } from '../../ui/state/states';

/** `signup/{invitation}#token=…`: an invited user chooses a name and a password. */
export default function SignupScreen() {
  const id = usePathParameter('inviteId');
  const [token] = useState(tokenOfAddress);
  // Removes the token from the browser history.
  useEffect(() => {
    window.history.replaceState(window.history.state, '', `/signup/${id}`);
  }, [id]);
  const path = { invite_id: id };
  const invite = useQuery({
    queryKey: ['signup', id],
    queryFn: ({ signal }) =>
      call(api.GET('/api/signup/{invite_id}/', { params: { path }, signal })),
    retry: false,
  });
  if (token === '') {
    return (
      <EntryPage title="Join">
        <Notice kind="warning">
          This URL does not contain its one-time token. Open the complete link that you received.
        </Notice>
      </EntryPage>
    );
  }
  return (
    <EntryPage title={invite.data === undefined ? 'Join' : `Join ${invite.data.organization_name}`}>
      {invite.isPending && <Loading label="Looking up the invitation" />}
      {invite.isError && <Unusable error={invite.error} onRetry={() => void invite.refetch()} />}
      {invite.data !== undefined && (
        <SignupForm id={id} token={token} email={invite.data.target_email} />
      )}
    </EntryPage>
  );
}

/** An error of an invitation: it is unknown or no longer valid, or the request failed and can be repeated. */
function Unusable({ error, onRetry }: { readonly error: unknown; readonly onRetry: () => void }) {
  if (!(error instanceof ApiError) || error.isTemporary || error.status >= 500) {
    return <ErrorState error={error} onRetry={onRetry} />;
  }
  return (
    <EmptyState
      icon="circle-alert"
      title="This link cannot be used"
      action={<a href="/login">Sign in</a>}
    >
      {error.detail}
    </EmptyState>
  );
}

function SignupForm(props: {
  readonly id: string;
  readonly token: string;
  readonly email: string;
}) {
  const { id, token, email } = props;
  const navigate = useNavigate();
  const client = useQueryClient();
  const [name, setName] = useState('');
  const [password, setPassword] = useState<string | null>(null);
  const join = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () =>
      call(
        api.POST('/api/signup/{invite_id}/', {
          params: { path: { invite_id: id } },
          body: { token, first_name: name, password: password ?? '' },
        }),
      ),
    onSuccess: async () => {
      client.clear();
      await navigate({ to: '/' });
    },
  });
  return (
    <>
      <p>You are invited as {email}. You sign in with this address and the password below.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== null) join.mutate();
        }}
      >
        <TextField
          label="Your name"
          name="name"
          autoComplete="name"
          required
          autoFocus
          maxLength={150}
          value={name}
          onChange={(event) => setName(event.target.value)}
        />
        <NewPasswordFields onChange={setPassword} />
        {join.isError && <Notice kind="danger">{messageOf(join.error)}</Notice>}
        <Button kind="primary" type="submit" busy={join.isPending}>
          Join and open the console
        </Button>
      </form>
    </>
  );
}

/** Reads `#token=…`. A URL fragment is not sent to a server, so that no log contains the token. */
function tokenOfAddress(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
}
