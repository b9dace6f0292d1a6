import type { SessionIdentity } from '@tidemark/access';
import { hashConsoleSecret, readAccessToken, sessionIdentity } from '@tidemark/access';
import type { ApiError, Logger, SignedTokens } from '@tidemark/platform';
import { authenticationFailed } from '@tidemark/platform';
import type { LoginSessionRepository, SignedInUser } from '@tidemark/postgres';
import { createRecentLookUps } from './recent-look-ups';

type SessionReading =
  | { readonly outcome: 'valid'; readonly identity: SessionIdentity }
  | { readonly outcome: 'expired' | 'invalid' };

export interface SessionDirectory {
  /** The user of an access token. A token of a revoked session is `invalid`. */
  read(token: string): Promise<SessionReading>;
  /** The user of a session cookie; null if its session is unknown, expired or revoked. */
  readCookie(value: string): Promise<SessionIdentity | null>;
  /** Clears the cache, after this process ended a session. */
  forget(): void;
}

interface SessionDirectoryDeps {
  readonly tokens: SignedTokens;
  readonly sessions: Pick<LoginSessionRepository, 'findActive' | 'findActiveByCookie' | 'touch'>;
  readonly logger: Logger;
  readonly now: () => Date;
  /** Milliseconds of any steady clock. */
  readonly monotonic: () => number;
}

/** The precision of a session's last use. */
const SEEN_EVERY_MS = 60_000;

/**
 * A token is valid if its signature is correct and its session is still open: a logout, a new password and the
 * deactivation of a user take effect within seconds, not when the token expires.
 */
export function createSessionDirectory(deps: SessionDirectoryDeps): SessionDirectory {
  const open = createRecentLookUps({
    ask: async (sessionId) => seen(deps, await deps.sessions.findActive(sessionId, deps.now())),
    now: deps.monotonic,
  });
  const openByCookie = createRecentLookUps({
    ask: async (hash) => seen(deps, await deps.sessions.findActiveByCookie(hash, deps.now())),
    now: deps.monotonic,
  });
  return {
    async readCookie(value) {
      const found = await openByCookie.find(hashConsoleSecret(value));
      return found && sessionIdentity(found);
    },
    async read(token) {
      const reading = readAccessToken(deps.tokens, token);
      if (reading.outcome !== 'valid') return reading;
      const { sessionId, userUuid } = reading.claims;
      const found = await open.find(sessionId);
      if (found?.user.uuid !== userUuid) return { outcome: 'invalid' };
      return { outcome: 'valid', identity: sessionIdentity(found) };
    },
    forget: () => {
      open.forget();
      openByCookie.forget();
    },
  };
}

/** Records that a session is in use, once a minute, without delaying the request. */
function seen(
  { sessions, now, logger }: SessionDirectoryDeps,
  found: SignedInUser | null,
): SignedInUser | null {
  const last = found?.session.lastSeenAt?.getTime() ?? 0;
  if (found !== null && now().getTime() - last > SEEN_EVERY_MS) {
    sessions
      .touch(found.session.id, now())
      .catch((error: unknown) =>
        logger.debug({ err: error }, 'the last use of a session could not be stored'),
      );
  }
  return found;
}

/** The error for a browser whose session has ended. */
export function sessionEnded(): ApiError {
  return authenticationFailed('The session has ended. Sign in again.');
}
