import {
  passkeyBeginSchema,
  passkeySignInSchema,
  secondFactorRequestSchema,
  signedInSchema,
  webAuthnOptionsSchema,
} from '@tidemark/contracts';
import type { ApiError } from '@tidemark/platform';
import { validationError } from '@tidemark/platform';
import type { User } from '@tidemark/postgres';
import type { PublicRoute } from '../auth/routes';
import { publicRoute } from '../auth/routes';
import type { RelyingParty } from '../second-factors/web-authn';
import {
  authenticationOptions,
  relyingPartyAt,
  verifyAssertion,
} from '../second-factors/web-authn';
import type { BrowserRequest } from './console-session';
import { openConsoleSession, requireConsole } from './console-session';
import type { StepDeps } from './login-step';
import {
  finishPendingLogin,
  openStep,
  requireCode,
  stepHash,
  stepOver,
  takePendingLogin,
} from './login-step';

const MAX_BODY_BYTES = 32 * 1024;
const DONE = { success: true } as const;
const CONSOLE_ONLY = 'For pages of this server, with the header `X-Tidemark-Console: 1`.';

/** Steps of a sign-in after the password, and the sign-in without one (docs/security.md). */
export function createSecondFactorRoutes(deps: StepDeps): readonly PublicRoute[] {
  return [
    publicRoute({
      name: 'login_second_factor_create',
      summary: 'Finish a sign-in with a code',
      description: CONSOLE_ONLY,
      method: 'POST',
      path: '/api/login/second_factor/',
      maxBodyBytes: MAX_BODY_BYTES,
      body: secondFactorRequestSchema,
      response: signedInSchema,
      rejections: [403],
      async handle(request) {
        requireConsole(deps, request);
        await deps.limits.takeAddress(request.caller.address);
        const pending = await takePendingLogin(deps, request);
        const factor = await requireCode(deps, pending.user, request.body.code);
        await finishPendingLogin(deps, request, pending, factor);
        return DONE;
      },
    }),
    publicRoute({
      name: 'login_passkey_begin_create',
      summary: 'Create the challenge for a passkey',
      description: CONSOLE_ONLY,
      method: 'POST',
      path: '/api/login/passkey/begin/',
      maxBodyBytes: MAX_BODY_BYTES,
      body: passkeyBeginSchema,
      response: webAuthnOptionsSchema,
      rejections: [403],
      async handle(request) {
        requireConsole(deps, request);
        await deps.limits.takeAddress(request.caller.address);
        const party = partyOf(deps, request);
        const options = request.body.second_factor
          ? await challengeAgain(deps, request, party)
          : await challengeAnybody(deps, request, party);
        return { options: { ...options } };
      },
    }),
    publicRoute({
      name: 'login_passkey_create',
      summary: 'Sign in with a passkey',
      description: CONSOLE_ONLY,
      method: 'POST',
      path: '/api/login/passkey/',
      maxBodyBytes: MAX_BODY_BYTES,
      body: passkeySignInSchema,
      response: signedInSchema,
      rejections: [403],
      async handle(request) {
        requireConsole(deps, request);
        await deps.limits.takeAddress(request.caller.address);
        const { second_factor: isSecond, response } = request.body;
        await (isSecond ? provePasskey : signInByPasskey)(deps, request, response);
        return DONE;
      },
    }),
  ];
}

function partyOf({ address }: StepDeps, request: BrowserRequest): RelyingParty {
  return relyingPartyAt(address.publicUrl(request));
}

/** Options for a passkey instead of a password: the browser chooses the credential. */
async function challengeAnybody(deps: StepDeps, request: BrowserRequest, party: RelyingParty) {
  const options = await authenticationOptions(party, []);
  const data = { challenge: options.challenge };
  await openStep(deps, request, { purpose: 'passkey_sign_in', userId: null, data });
  return options;
}

/** Options for a passkey after a password: the credentials of the user. */
async function challengeAgain(deps: StepDeps, request: BrowserRequest, party: RelyingParty) {
  const hash = await stepHash(deps, request);
  const pending = await deps.challenges.find(hash, 'second_factor', deps.now());
  const userId = pending?.userId ?? null;
  if (userId === null) throw stepOver();
  const { passkeys } = await deps.secondFactors.read(userId);
  const options = await authenticationOptions(party, passkeys);
  await deps.challenges.setData(hash, { challenge: options.challenge });
  return options;
}

type PasskeyResponse = { readonly id: string };

async function signInByPasskey(
  deps: StepDeps,
  request: BrowserRequest,
  response: PasskeyResponse,
): Promise<void> {
  const hash = await stepHash(deps, request);
  const step = await deps.challenges.consume(hash, 'passkey_sign_in', deps.now());
  if (step === null) throw stepOver();
  const user = await assertedUser(deps, request, response, step.data);
  if (user === null) throw invalidPasskey();
  await openConsoleSession(deps, request, user.id, 'passkey');
}

async function provePasskey(
  deps: StepDeps,
  request: BrowserRequest,
  response: PasskeyResponse,
): Promise<void> {
  const pending = await takePendingLogin(deps, request);
  // A challenge can be used only once, with any result.
  await deps.challenges.setData(pending.hash, {});
  const user = await assertedUser(deps, request, response, pending.data);
  if (user?.id !== pending.user.id) throw invalidPasskey();
  await finishPendingLogin(deps, request, pending, 'passkey');
}

async function assertedUser(
  deps: StepDeps,
  request: BrowserRequest,
  response: PasskeyResponse,
  { challenge }: Readonly<Record<string, unknown>>,
): Promise<User | null> {
  if (typeof challenge !== 'string') throw stepOver();
  const { passkeys, logger, now } = deps;
  const assertion = { challenge, response, passkeys, logger, now: now() };
  return verifyAssertion(partyOf(deps, request), assertion);
}

function invalidPasskey(): ApiError {
  return validationError(
    'invalid_passkey',
    'This passkey is not known here, or did not fit. Use another one, or your password.',
  );
}
