import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useState } from 'react';
import { pathToOpen } from '../../queries/next-path';
import { meQuery, signOut } from '../../session/me';
import { Button } from '../../ui/button/button';
import { EntryPage } from '../../ui/layout/entry-page';
import { Notice } from '../../ui/state/states';
import { factorsQuery } from './factors-data';
import { SecondFactors } from './second-factors';

/** The only page that users see until they add the second factor that their organization requires. */
export default function RequiredFactorScreen() {
  const router = useRouter();
  const client = useQueryClient();
  const factors = useQuery(factorsQuery);
  const hasFactor =
    factors.data !== undefined && (factors.data.totp !== null || factors.data.passkeys.length > 0);
  // Whether the user had no factor when the page opened. Otherwise this session was opened without their factor.
  const [hadNone, setHadNone] = useState(false);
  if (factors.data !== undefined && !hasFactor && !hadNone) setHadNone(true);
  const leave = async (): Promise<void> => {
    await signOut();
    client.removeQueries({ queryKey: meQuery.queryKey });
    await router.navigate({ to: '/login' });
  };
  return (
    <EntryPage title="Add a second factor" isWide>
      {hasFactor && !hadNone ? (
        <Notice kind="warning">
          Your organization requires a second factor, and this session started without it. Sign in
          again.
        </Notice>
      ) : (
        <p>Your organization requires a second factor. Add one to continue.</p>
      )}
      <SecondFactors timezone="UTC" />
      {hasFactor && hadNone && (
        <Button
          kind="primary"
          onClick={() => router.history.push(pathToOpen(router.state.location.search.next))}
        >
          Open the console
        </Button>
      )}
      <Button kind="quiet" onClick={() => void leave()}>
        Sign out
      </Button>
    </EntryPage>
  );
}
