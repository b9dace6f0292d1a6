import { generateSessionCookie, hashConsoleSecret } from '@tidemark/access';
import type { SecondFactorMethod } from '@tidemark/contracts';
import type { ApiError } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type {
  LoginChallengeRepository,
  PasskeyRepository,
  SecondFactor,
  SecondFactors,
  User,
  UserRepository,
} from '@tidemark/postgres';
import { hasSecondFactor } from '@tidemark/postgres';
import type { SessionCookies } from '../auth/session-cookie';
import type { CodeDeps } from '../second-factors/check-code';
import { useCode } from '../second-factors/check-code';
import type { BrowserRequest, ConsoleDeps } from './console-session';
import { openConsoleSession } from './console-session';
import type { LoginDeps } from './sign-in';

/** How long a sign-in waits for its next step. */
const STEP_SECONDS = 5 * 60;
/** The maximum number of codes and passkeys that one sign-in may try; the user must then sign in again. */
const TRIES = 5;

/** The dependencies of sign-ins with several steps. */
export interface StepDeps extends LoginDeps, ConsoleDeps, CodeDeps {
  readonly challenges: LoginChallengeRepository;
  readonly passkeys: PasskeyRepository;
  readonly users: Pick<UserRepository, 'findById'>;
  readonly loginCookies: SessionCookies;
}

type StepPurpose = Parameters<LoginChallengeRepository['open']>[0]['purpose'];

/** Stores a step of a sign-in; the browser receives a cookie that identifies it. */
export async function openStep(
  deps: StepDeps,
  request: BrowserRequest,
  step: {
    readonly purpose: StepPurpose;
    readonly userId: number | null;
    readonly data: Readonly<Record<string, unknown>>;
  },
): Promise<void> {
  const value = generateSessionCookie();
  const now = deps.now();
  await deps.challenges.open({
    ...step,
    hash: hashConsoleSecret(value),
    now,
    expiresAt: new Date(now.getTime() + STEP_SECONDS * 1_000),
  });
  const cookie = await deps.loginCookies.write(request, value, STEP_SECONDS);
  request.responseHeader('Set-Cookie', cookie);
}

/** The hash of the cookie of a request's sign-in. @throws ApiError 400 without one */
export async function stepHash(deps: StepDeps, request: BrowserRequest): Promise<string> {
  const value = await deps.loginCookies.read(request);
  if (value === null) throw stepOver();
  return hashConsoleSecret(value);
}

/** A sign-in whose password, or provider, was right. */
export interface PendingLogin {
  readonly hash: string;
  readonly user: User;
  readonly data: Readonly<Record<string, unknown>>;
}

/** Counts a try of the sign-in that waits for its second factor. @throws ApiError 400 */
export async function takePendingLogin(
  deps: StepDeps,
  request: BrowserRequest,
): Promise<PendingLogin> {
  const hash = await stepHash(deps, request);
  const limit = { tries: TRIES, now: deps.now() };
  const challenge = await deps.challenges.take(hash, 'second_factor', limit);
  const user = await deps.users.findById(challenge?.userId ?? 0);
  if (challenge === null || user?.isActive !== true) throw stepOver();
  return { hash, user, data: challenge.data };
}

/** Opens the session of a sign-in whose second factor was right. @throws ApiError 400 when it was used up */
export async function finishPendingLogin(
  deps: StepDeps,
  request: BrowserRequest,
  { hash, user }: PendingLogin,
  factor: SecondFactor,
): Promise<void> {
  if ((await deps.challenges.consume(hash, 'second_factor', deps.now())) === null) throw stepOver();
  await openConsoleSession(deps, request, user.id, factor);
}

/**
 * Uses up the code of a user.
 *
 * @throws ApiError 400 `invalid_code`, 429 after too many
 */
export async function requireCode(
  deps: CodeDeps & Pick<LoginDeps, 'limits'>,
  user: User,
  code: string,
): Promise<'totp' | 'recovery_code'> {
  await deps.limits.takeCode(user.id);
  const factor = await useCode(deps, user, code);
  if (factor === null) throw invalidCode();
  await deps.limits.codeSucceeded(user.id);
  return factor;
}

/**
 * Opens the session of a user who signed in by password or provider, or requires a second factor.
 *
 * @param alreadyProved the second factor that was already checked elsewhere, null if none was
 * @returns null when the session is open
 */
export async function continueSignIn(
  deps: StepDeps,
  request: BrowserRequest,
  user: User,
  alreadyProved: SecondFactor | null = null,
): Promise<{ readonly success: false; readonly second_factor: SecondFactorMethod[] } | null> {
  const factors = await deps.secondFactors.read(user.id);
  if (alreadyProved !== null || !hasSecondFactor(factors)) {
    await openConsoleSession(deps, request, user.id, alreadyProved);
    return null;
  }
  await openStep(deps, request, { purpose: 'second_factor', userId: user.id, data: {} });
  return { success: false, second_factor: methodsOf(factors) };
}

function methodsOf({ totp, passkeys, recoveryCodesLeft }: SecondFactors): SecondFactorMethod[] {
  return [
    ...(totp === null ? [] : (['totp'] as const)),
    ...(passkeys.length === 0 ? [] : (['passkey'] as const)),
    ...(recoveryCodesLeft === 0 ? [] : (['recovery_code'] as const)),
  ];
}

export function stepOver(): ApiError {
  return validationError(
    'sign_in_over',
    'This sign-in took too long, had too many tries, or was used. Start again.',
  );
}

function invalidCode(): ApiError {
  return validationError('invalid_code', 'This code is wrong, or was used before.', 'code');
}
