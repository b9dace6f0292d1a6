import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { meQuery, signIn } from '../../session/me';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { EntryPage } from '../../ui/layout/entry-page';
import { Notice } from '../../ui/state/states';
import { pathToOpen } from '../../queries/next-path';

/** Address and password; afterwards the page that was asked for. */
export default function SignInScreen() {
  const router = useRouter();
  const client = useQueryClient();
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const entry = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => signIn(email, password),
    onSuccess: async () => {
      await client.invalidateQueries({ queryKey: meQuery.queryKey });
      const { next } = router.state.location.search;
      router.history.push(pathToOpen(next));
    },
  });
  return (
    <EntryPage title="Sign in">
      <form
        onSubmit={(event) => {
          event.preventDefault();
          entry.mutate();
        }}
      >
        <TextField
          label="Email address"
          type="email"
          name="email"
          autoComplete="username"
          required
          autoFocus
          value={email}
          onChange={(event) => setEmail(event.target.value)}
        />
        <TextField
          label="Password"
          type="password"
          name="password"
          autoComplete="current-password"
          required
          value={password}
          onChange={(event) => setPassword(event.target.value)}
        />
        {entry.isError && <Notice kind="danger">{messageOf(entry.error)}</Notice>}
        <Button kind="primary" type="submit" busy={entry.isPending}>
          Sign in
        </Button>
      </form>
      <p>
        No password yet? The person who runs this server prints a link for the first one with{' '}
        <code>npm run tidemark -- setup-link</code>.
      </p>
    </EntryPage>
  );
}
