import { useMutation, useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useEffect, useState } from 'react';
import { messageOf } from '../../api/api-error';
import { passkeyMessageOf, passkeysBlockedHere } from '../../session/passkeys';
import type { SecondFactorMethod, SignInResult } from '../../session/sign-in';
import {
  leaveForProvider,
  loginMethodsQuery,
  signIn,
  signInByProvider,
  signInWithPasskey,
  takeProviderReturn,
  visitProvider,
} from '../../session/sign-in';
import { Button } from '../../ui/button/button';
import { TextField } from '../../ui/field/field';
import { EntryPage } from '../../ui/layout/entry-page';
import { Stack } from '../../ui/layout/page';
import { FailedNotice, Loading, Notice } from '../../ui/state/states';
import { SecondFactorStep } from './second-factor-step';

/** A sign-in that needs a second factor. */
interface Asked {
  readonly methods: readonly SecondFactorMethod[];
  readonly next: string | undefined;
}

/** The steps of a sign-in: by email and password, a passkey, or a provider, and then a second factor if it is needed. */
export function SignInSteps(props: {
  readonly title: string;
  /** The path to open afterwards. A provider sends the browser back to it. */
  readonly next: string | undefined;
  readonly onSignedIn: (next: string | undefined) => Promise<void>;
  /** The address of the user, if it is known. */
  readonly email?: string;
  /** Whether the page must stay open, because it has content that is not saved. The provider then opens in a new tab. */
  readonly staysOpen?: boolean;
  /** A text above the forms. */
  readonly intro?: ReactNode;
  /** A text below the forms. */
  readonly children?: ReactNode;
}) {
  const { title, next, onSignedIn, email = '', staysOpen = false, intro, children } = props;
  const [asked, setAsked] = useState<Asked | null>(null);
  const [returned] = useState(takeProviderReturn);
  const proceed = async (result: SignInResult): Promise<void> => {
    const path = result.next ?? next;
    if (result.success) await onSignedIn(path);
    else setAsked({ methods: result.second_factor, next: path });
  };
  const provider = useMutation({
    meta: { showsOwnError: true },
    mutationFn: signInByProvider,
    onSuccess: proceed,
  });
  const { mutate } = provider;
  useEffect(() => {
    if (returned === null) return;
    // Removes the code from the browser history; it can be used only once.
    window.history.replaceState(window.history.state, '', '/login');
    mutate(returned);
  }, [returned, mutate]);

  if (asked !== null) {
    return (
      <SecondFactorStep
        methods={asked.methods}
        onDone={() => onSignedIn(asked.next)}
        onBack={() => setAsked(null)}
      />
    );
  }
  return (
    <EntryPage title={title}>
      {intro}
      {provider.isError && <Notice kind="danger">{messageOf(provider.error)}</Notice>}
      {provider.isPending && <Loading label="Signing you in" />}
      <PasswordForm knownEmail={email} onResult={proceed} />
      <OtherWays next={next} staysOpen={staysOpen} onSignedIn={() => onSignedIn(next)} />
      {children}
    </EntryPage>
  );
}

function PasswordForm({
  knownEmail,
  onResult,
}: {
  readonly knownEmail: string;
  readonly onResult: (result: SignInResult) => Promise<void>;
}) {
  const [email, setEmail] = useState(knownEmail);
  const [password, setPassword] = useState('');
  const entry = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => signIn(email, password),
    onSuccess: onResult,
  });
  return (
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
        autoFocus={knownEmail === ''}
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <TextField
        label="Password"
        type="password"
        name="password"
        autoComplete="current-password"
        required
        autoFocus={knownEmail !== ''}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      {entry.isError && <Notice kind="danger">{messageOf(entry.error)}</Notice>}
      <Button kind="primary" type="submit" busy={entry.isPending}>
        Sign in
      </Button>
    </form>
  );
}

/** Sign-in without a password: by a passkey if the browser supports it, and by the provider of this server. */
function OtherWays({
  next,
  staysOpen,
  onSignedIn,
}: {
  readonly next: string | undefined;
  readonly staysOpen: boolean;
  readonly onSignedIn: () => Promise<void>;
}) {
  const methods = useQuery(loginMethodsQuery);
  const passkey = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => signInWithPasskey(false),
    onSuccess: onSignedIn,
  });
  const leave = useMutation({
    meta: { showsOwnError: true },
    mutationFn: () => (staysOpen ? visitProvider(next) : leaveForProvider(next)),
  });
  const label = methods.data?.provider?.label;
  const hasPasskeys = passkeysBlockedHere() === null;
  if (!hasPasskeys && label === undefined) return <FailedNotice query={methods} />;
  return (
    <Stack>
      {hasPasskeys && (
        <Button icon="key-round" busy={passkey.isPending} onClick={() => passkey.mutate()}>
          Use a passkey
        </Button>
      )}
      {label !== undefined && (
        <Button
          busy={leave.isPending || (leave.isSuccess && !staysOpen)}
          onClick={() => leave.mutate()}
        >
          {label}
        </Button>
      )}
      <FailedNotice query={methods} />
      {passkey.isError && <Notice kind="danger">{passkeyMessageOf(passkey.error)}</Notice>}
      {leave.isError && <Notice kind="danger">{messageOf(leave.error)}</Notice>}
    </Stack>
  );
}
