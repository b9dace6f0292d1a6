import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error';
import { request } from '../../api/client';
import { meQuery } from '../../session/me';
import { Button } from '../../ui/button/button';
import { NewPasswordFields } from '../../ui/field/new-password-fields';
import { EntryPage } from '../../ui/layout/entry-page';
import { Notice } from '../../ui/state/states';

/** `setup#token=…`: the owner sets the first password with the one-time link that the server printed. */
export default function SetupScreen() {
  const navigate = useNavigate();
  const client = useQueryClient();
  const [token] = useState(tokenOfAddress);
  const [password, setPassword] = useState<string | null>(null);
  // Removes the token from the browser history.
  useEffect(() => {
    window.history.replaceState(window.history.state, '', '/setup');
  }, []);
  const setup = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => request('POST', '/api/setup/', { body: { token, password } }),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      await navigate({ to: '/' });
    },
  });
  if (token === '') {
    return (
      <EntryPage title="Set up Tidemark">
        <Notice kind="warning">
          This URL does not contain its one-time token. Open the complete link that{' '}
          <code>npm start</code> printed, or print a new one with{' '}
          <code>npm run tidemark -- setup-link</code>.
        </Notice>
      </EntryPage>
    );
  }
  return (
    <EntryPage title="Choose your password">
      <p>It is for the owner of this server. You can sign in with it from now on.</p>
      <form
        onSubmit={(event) => {
          event.preventDefault();
          if (password !== null) setup.mutate();
        }}
      >
        {/* Password managers store the password for this user name. */}
        <input type="text" name="username" autoComplete="username" value="owner" readOnly hidden />
        <NewPasswordFields autoFocus onChange={setPassword} />
        {setup.isError && <Notice kind="danger">{messageOf(setup.error)}</Notice>}
        <Button kind="primary" type="submit" busy={setup.isPending}>
          Save and open the console
        </Button>
      </form>
    </EntryPage>
  );
}

/** Reads `#token=…`. A URL fragment is not sent to a server, so that no log contains the token. */
function tokenOfAddress(): string {
  return new URLSearchParams(window.location.hash.slice(1)).get('token') ?? '';
}
