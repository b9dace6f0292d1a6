import {
  generateRefreshToken,
  hashPassword,
  hashRefreshToken,
  issueAccessToken,
  needsRehash,
  readAccessToken,
  verifyPassword,
} from '@tidemark/access';
import type { Logger, SignedTokens } from '@tidemark/platform';
import { authenticationFailed, validationError } from '@tidemark/platform';
import type {
  LoginRepository,
  LoginSessionRepository,
  SecondFactor,
  SessionPlace,
  SignedInUser,
  User,
} from '@tidemark/postgres';
import type { LoginLimits } from './login-limits';

/** The time after which a user must sign in again, whether or not the session is refreshed. */
export const SESSION_SECONDS = 30 * 24 * 3_600;

export interface LoginDeps {
  readonly limits: LoginLimits;
  readonly logins: LoginRepository;
  readonly sessions: LoginSessionRepository;
  readonly tokens: SignedTokens;
  /** Clears the cache after this process ended a session. */
  readonly forget: () => void;
  readonly now: () => Date;
  readonly logger: Logger;
}

/** The tokens that a client receives and stores. */
export interface IssuedTokens {
  readonly accessToken: string;
  readonly expiresInSeconds: number;
  readonly refreshToken: string;
  readonly refreshExpiresInSeconds: number;
}

/**
 * The user with this address and password. The error does not say which of the two is wrong.
 *
 * @throws ApiError 400 `invalid_credentials`, as PostHog; 429 after too many tries
 */
export async function checkPassword(
  deps: LoginDeps,
  email: string,
  password: string,
): Promise<User> {
  const { logins } = deps;
  const found = await logins.findByEmail(email);
  await deps.limits.takePassword(found?.user.id ?? null, email);
  const stored = found?.passwordHash ?? null;
  const isRight = await verifyPassword(password, stored);
  if (found === null || stored === null || !isRight) {
    throw validationError('invalid_credentials', 'Invalid email or password.');
  }
  const { user } = found;
  await deps.limits.succeeded(user.id, email);
  if (needsRehash(stored)) await logins.rehash(user.id, stored, await hashPassword(password));
  return user;
}

/** The maximum length of a stored user agent; browsers send shorter ones. */
const MAX_USER_AGENT = 300;

/** The network address and user agent of a client that signs in, for the list of sessions. */
export function placeOf(request: {
  readonly caller: { readonly address: string };
  readonly header: (name: string) => string | undefined;
}): SessionPlace {
  return {
    address: request.caller.address,
    userAgent: request.header('user-agent')?.slice(0, MAX_USER_AGENT) ?? null,
  };
}

/** Opens a session of a user that is extended by refresh tokens. */
export async function openTokenSession(
  deps: LoginDeps,
  user: User,
  place: SessionPlace,
  secondFactor: SecondFactor | null,
): Promise<IssuedTokens> {
  const { now } = deps;
  const refreshToken = generateRefreshToken();
  const login = {
    userId: user.id,
    secret: { refreshHash: hashRefreshToken(refreshToken) },
    place,
    secondFactor,
    now: now(),
    expiresAt: new Date(now().getTime() + SESSION_SECONDS * 1_000),
  };
  const session = await deps.sessions.open(login);
  return issued(deps, { session, user }, refreshToken);
}

/**
 * Exchanges a refresh token for the next one and a new access token. A token that was used before may be stolen, as
 * two clients have it: the session ends for both.
 *
 * @throws ApiError 401
 */
export async function refreshSession(deps: LoginDeps, refreshToken: string): Promise<IssuedTokens> {
  const next = generateRefreshToken();
  const rotation = await deps.sessions.rotate({
    hash: hashRefreshToken(refreshToken),
    nextHash: hashRefreshToken(next),
    now: deps.now(),
  });
  if (rotation.outcome === 'rotated') return issued(deps, rotation, next);
  if (rotation.outcome === 'reused') {
    deps.forget();
    const { id: sessionId, userId } = rotation.session;
    deps.logger.warn(
      { sessionId, userId },
      'a refresh token was used twice: its session was ended',
    );
  }
  throw authenticationFailed('Invalid refresh token.');
}

/** Ends the session of an access token or a refresh token. False when neither names one. */
export async function signOut(
  deps: LoginDeps,
  given: { readonly accessToken: string | null; readonly refreshToken: string | null },
): Promise<boolean> {
  const sessionId = await sessionOf(deps, given);
  if (sessionId === null) return false;
  await deps.sessions.end(sessionId, deps.now());
  deps.forget();
  return true;
}

async function sessionOf(
  { sessions, tokens }: LoginDeps,
  { accessToken, refreshToken }: Parameters<typeof signOut>[1],
): Promise<string | null> {
  if (refreshToken !== null) {
    return (await sessions.findByRefreshHash(hashRefreshToken(refreshToken)))?.id ?? null;
  }
  if (accessToken === null) return null;
  const reading = readAccessToken(tokens, accessToken);
  return reading.outcome === 'valid' ? reading.claims.sessionId : null;
}

function issued(
  { tokens, now }: LoginDeps,
  signedIn: Pick<SignedInUser, 'session' | 'user'>,
  refreshToken: string,
): IssuedTokens {
  const { token, expiresInSeconds } = issueAccessToken(tokens, signedIn);
  const left = signedIn.session.expiresAt.getTime() - now().getTime();
  return {
    accessToken: token,
    expiresInSeconds,
    refreshToken,
    refreshExpiresInSeconds: Math.floor(left / 1_000),
  };
}
