import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../api/api-error';
import { passkeyMessageOf, passkeysBlockedHere } from '../../session/passkeys';
import type { SecondFactorMethod } from '../../session/sign-in';
import { signInWithCode, signInWithPasskey } from '../../session/sign-in';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { EntryPage } from '../../ui/layout/entry-page';
import { Notice } from '../../ui/state/states';

/** The second step of a sign-in, with a code or a passkey. */
export function SecondFactorStep(props: {
  readonly methods: readonly SecondFactorMethod[];
  readonly onDone: () => Promise<void>;
  readonly onBack: () => void;
}) {
  const { methods, onDone, onBack } = props;
  const [code, setCode] = useState('');
  const entry = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => signInWithCode(code),
    onSuccess: onDone,
  });
  const passkey = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => signInWithPasskey(true),
    onSuccess: onDone,
  });
  const blockedBy = passkeysBlockedHere();
  const hasPasskey = methods.includes('passkey');
  return (
    <EntryPage title="Second factor">
      {hasPasskey && (
        <Button
          kind="primary"
          icon="key-round"
          busy={passkey.isPending}
          blockedBy={blockedBy}
          onClick={() => passkey.mutate()}
        >
          Use a passkey
        </Button>
      )}
      {hasPasskey && blockedBy !== null && <p>{blockedBy}</p>}
      {passkey.isError && <Notice kind="danger">{passkeyMessageOf(passkey.error)}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          entry.mutate();
        }}
      >
        <TextField
          label="Code"
          name="code"
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          required
          autoFocus
          maxLength={40}
          hint={
            methods.includes('totp')
              ? 'Six digits of your authenticator app, or one of your recovery codes.'
              : 'One of your recovery codes.'
          }
          value={code}
          onChange={(event) => setCode(event.target.value)}
        />
        {entry.isError && <Notice kind="danger">{messageOf(entry.error)}</Notice>}
        <Button kind={hasPasskey ? 'plain' : 'primary'} type="submit" busy={entry.isPending}>
          Continue
        </Button>
      </form>
      <Button kind="quiet" onClick={onBack}>
        Back to the first step
      </Button>
      <p>
        If you have lost all of them, the person who runs this server can remove them with{' '}
        <code>npm run tidemark -- user reset-factors</code>.
      </p>
    </EntryPage>
  );
}
