import {
  ownerProofSchema,
  recoveryCodesSchema,
  totpBeginResponseSchema,
  totpChangeSchema,
  totpConfirmResponseSchema,
} from '@tidemark/contracts';
import type { ApiError } from '@tidemark/platform';
import { permissionDenied, validationError } from '@tidemark/platform';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { stepOfTotp, totpContext, useCode } from '../second-factors/check-code';
import { generateRecoveryCodes } from '../second-factors/recovery-codes';
import { generateTotpSecret, totpUri } from '../second-factors/totp-codes';
import type { FactorRouteDeps } from './factor-deps';
import { FACTOR_BODY_BYTES, FACTOR_WRITE } from './factor-deps';
import { proveOwner } from './prove-owner';

const PATH = '/api/users/@me/totp/';
const WHAT = 'Second factors';
const COMMON = {
  method: 'POST',
  access: FACTOR_WRITE,
  maxBodyBytes: FACTOR_BODY_BYTES,
  rejections: [403, 429],
} as const;

/** The own authenticator app, and the recovery codes. */
export function createTotpRoutes(deps: FactorRouteDeps): readonly AccountRoute[] {
  const { totps, secondFactors, loginSecrets, limits, now } = deps;
  return [
    accountRoute({
      ...COMMON,
      name: 'users_me_totp_create',
      summary: 'Begin to add an authenticator app',
      path: PATH,
      response: totpBeginResponseSchema,
      async handle({ caller: { user, session } }) {
        if (session === undefined) throw signedInOnly();
        if (loginSecrets === null) throw withoutKey();
        const secret = generateTotpSecret();
        const sealed = loginSecrets.seal(secret, totpContext(user.id));
        if (!(await totps.begin(user.id, sealed, now()))) throw alreadyOn();
        return { secret, uri: totpUri(secret, user.email) };
      },
    }),
    accountRoute({
      ...COMMON,
      name: 'users_me_totp_confirm_create',
      summary: 'Add the authenticator app, with its first code',
      path: `${PATH}confirm/`,
      body: totpChangeSchema,
      response: totpConfirmResponseSchema,
      async handle({ caller, body }) {
        const { user, session } = await proveOwner(deps, caller, body.current_password, WHAT);
        const pending = await totps.findPending(user.id);
        if (pending === null) throw nothingBegun();
        await limits.takeCode(user.id);
        const step = stepOfTotp(deps, user, pending, body.code);
        if (step === null) throw wrongCode();
        const { codes, hashes } = generateRecoveryCodes();
        const given = { step, recoveryHashes: hashes, now: now() };
        const { isConfirmed, gaveCodes } = await totps.confirm(user, given);
        if (!isConfirmed) throw nothingBegun();
        await limits.codeSucceeded(user.id);
        await deps.sessions.strengthen(session.id, 'totp');
        deps.forget();
        return { recovery_codes: gaveCodes ? [...codes] : null };
      },
    }),
    accountRoute({
      ...COMMON,
      name: 'users_me_totp_disable_create',
      summary: 'Remove the authenticator app',
      path: `${PATH}disable/`,
      status: 204,
      body: totpChangeSchema,
      async handle({ caller, body }) {
        const { user } = await proveOwner(deps, caller, body.current_password, WHAT);
        await limits.takeCode(user.id);
        if ((await useCode(deps, user, body.code)) === null) throw wrongCode();
        await limits.codeSucceeded(user.id);
        await totps.remove(user);
        deps.forget();
      },
    }),
    accountRoute({
      ...COMMON,
      name: 'users_me_recovery_codes_create',
      summary: 'Replace the recovery codes',
      path: '/api/users/@me/recovery_codes/',
      body: ownerProofSchema,
      response: recoveryCodesSchema,
      async handle({ caller, body }) {
        const { user } = await proveOwner(deps, caller, body.current_password, WHAT);
        const { totp, passkeys } = await secondFactors.read(user.id);
        if (totp === null && passkeys.length === 0) {
          throw validationError('no_second_factor', 'Recovery codes are for a second factor.');
        }
        const { codes, hashes } = generateRecoveryCodes();
        await secondFactors.replaceRecoveryCodes(user, hashes);
        return { recovery_codes: [...codes] };
      },
    }),
  ];
}

function signedInOnly(): ApiError {
  return permissionDenied(`${WHAT} are changed by somebody who is signed in.`);
}

function withoutKey(): ApiError {
  return validationError(
    'unavailable',
    'Authenticator apps are not configured on this server: its operator has to set LOGIN_SECRETS_KEY.',
  );
}

function alreadyOn(): ApiError {
  return validationError('already_enabled', 'You have an authenticator app. Remove it first.');
}

function nothingBegun(): ApiError {
  return validationError('nothing_begun', 'There is no authenticator app to confirm. Start again.');
}

function wrongCode(): ApiError {
  return validationError(
    'invalid_code',
    'This code is wrong, or was used before. Check the clock of your phone.',
    'code',
  );
}
