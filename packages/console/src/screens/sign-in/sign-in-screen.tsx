import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { pathToOpen } from '../../queries/next-path';
import { meQuery } from '../../session/me';
import { announceSignIn } from '../../session/other-tabs';
import { closeAfterVisit } from '../../session/sign-in';
import { SignInSteps } from './sign-in-steps';

/** The sign-in page. Afterwards the requested page is opened in its place, so that Back does not lead to it. */
export default function SignInScreen() {
  const router = useRouter();
  const client = useQueryClient();
  const { next } = router.state.location.search;
  return (
    <SignInSteps
      title="Sign in"
      next={next}
      onSignedIn={async (path) => {
        announceSignIn();
        closeAfterVisit();
        await client.invalidateQueries({ queryKey: meQuery.queryKey });
        router.history.replace(pathToOpen(path));
      }}
    >
      <p>
        No password yet? The person who runs this server can print a link for the first one with{' '}
        <code>npm run tidemark -- setup-link</code>.
      </p>
    </SignInSteps>
  );
}
