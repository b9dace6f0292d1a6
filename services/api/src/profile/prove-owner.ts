import type { Identity, SessionIdentity } from '@tidemark/access';
import { verifyPassword } from '@tidemark/access';
import { permissionDenied, validationError } from '@tidemark/platform';
import type { LoginRepository } from '@tidemark/postgres';
import type { LoginLimits } from '../logins/login-limits';

/** How long a sign-in by provider or passkey counts as proof for a user without a password. */
const RECENT_MS = 10 * 60_000;

export interface OwnerDeps {
  readonly logins: Pick<LoginRepository, 'findPasswordHash'>;
  readonly limits: LoginLimits;
  readonly now: () => Date;
}

/**
 * Checks that the caller is the owner of the account before its credentials change: an open browser or a key must not
 * be enough to take it over.
 *
 * @param what is changed, as the subject of a sentence
 * @throws ApiError 400, 403 for a key, 429 after too many tries
 */
export async function proveOwner(
  { logins, limits, now }: OwnerDeps,
  caller: Identity,
  given: string | undefined,
  what: string,
): Promise<SessionIdentity> {
  if (caller.session === undefined) {
    throw permissionDenied(`${what} are changed by somebody who is signed in.`);
  }
  const { user, session } = caller;
  const hash = await logins.findPasswordHash(user.id);
  if (hash === null) {
    if (now().getTime() - session.createdAt.getTime() <= RECENT_MS) return caller;
    throw permissionDenied(
      'You have no password, and signed in a while ago. Sign in again, then repeat this within ten minutes.',
    );
  }
  if (given === undefined) {
    throw validationError(
      'required',
      'This field is required when changing how you sign in.',
      'current_password',
    );
  }
  await limits.takePassword(user.id, user.email);
  if (!(await verifyPassword(given, hash))) {
    throw validationError(
      'incorrect_password',
      'Your current password is incorrect.',
      'current_password',
    );
  }
  await limits.succeeded(user.id, user.email);
  return caller;
}
