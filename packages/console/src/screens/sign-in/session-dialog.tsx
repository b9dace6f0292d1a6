import * as Ariakit from '@ariakit/react';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { meQuery, useMe } from '../../session/me';
import { announceSignIn, onSignInElsewhere } from '../../session/other-tabs';
import { OverPage } from '../../ui/layout/entry-page';
import { SignInSteps } from './sign-in-steps';
import styles from './session-dialog.module.css';

/**
 * Covers the page after the end of the session until the same user signs in again. The page stays mounted, so that
 * typed values are not lost.
 */
export function SessionDialog(props: { readonly isOpen: boolean; readonly onDone: () => void }) {
  const { isOpen, onDone } = props;
  const client = useQueryClient();
  const before = useMe();
  const proceed = async (): Promise<void> => {
    const me = await client.query({ ...meQuery, staleTime: 0 });
    if (me.uuid !== before.uuid) {
      // Another user must not see what the page has loaded.
      window.location.assign('/');
      return;
    }
    onDone();
    await client.invalidateQueries();
  };
  return (
    <Ariakit.Dialog
      open={isOpen}
      hideOnEscape={false}
      hideOnInteractOutside={false}
      portal
      unmountOnHide
      backdrop={false}
      className={styles.cover}
      aria-label="Sign in again"
    >
      <OverPage>
        <LooksForSession onFound={proceed} />
        <SignInSteps
          title="Sign in again"
          intro={<p>Your session has ended. Nothing that you typed is lost.</p>}
          next={window.location.href.slice(window.location.origin.length)}
          email={before.email}
          staysOpen
          onSignedIn={() => {
            announceSignIn();
            return proceed();
          }}
        />
      </OverPage>
    </Ariakit.Dialog>
  );
}

/**
 * Tabs share the session: after a sign-in in another tab, this one continues. It also looks for a session when it gets
 * the focus, and at the beginning: the response that ended the session may have been late.
 */
function LooksForSession({ onFound }: { readonly onFound: () => Promise<void> }) {
  const onLook = useEffectEvent(onFound);
  useEffect(() => {
    const look = (): void => {
      onLook().catch(() => {
        // There is no session yet, so the form stays.
      });
    };
    look();
    const forget = onSignInElsewhere(look);
    window.addEventListener('focus', look);
    return () => {
      forget();
      window.removeEventListener('focus', look);
    };
  }, []);
  return null;
}
