import { hashConsoleSecret } from '@tidemark/access';
import {
  ownerProofSchema,
  passkeyCreateResponseSchema,
  passkeyCreateSchema,
  webAuthnOptionsSchema,
} from '@tidemark/contracts';
import type { ApiError } from '@tidemark/platform';
import { notFound, permissionDenied, validationError } from '@tidemark/platform';
import type { Passkey } from '@tidemark/postgres';
import { z } from 'zod';
import type { AccountRoute } from '../auth/routes';
import { accountRoute } from '../auth/routes';
import { generateRecoveryCodes } from '../second-factors/recovery-codes';
import {
  registrationOptions,
  relyingPartyAt,
  verifyRegistration,
} from '../second-factors/web-authn';
import { wireTime } from '../wire-time';
import type { FactorRouteDeps } from './factor-deps';
import { FACTOR_BODY_BYTES, FACTOR_WRITE } from './factor-deps';
import { proveOwner } from './prove-owner';

const PATH = '/api/users/@me/passkeys/';
const WHAT = 'Passkeys';
/** The time that browsers wait for a passkey. */
const CHALLENGE_MS = 5 * 60_000;
const MAX_PASSKEYS = 20;
const COMMON = {
  method: 'POST',
  access: FACTOR_WRITE,
  maxBodyBytes: FACTOR_BODY_BYTES,
} as const;

/** Routes for the passkeys of the caller. */
export function createPasskeyRoutes(deps: FactorRouteDeps): readonly AccountRoute[] {
  const { passkeys, challenges, secondFactors, address, now, logger } = deps;
  return [
    accountRoute({
      ...COMMON,
      name: 'users_me_passkeys_begin_create',
      summary: 'Create the options for a new passkey',
      path: `${PATH}begin/`,
      rejections: [403, 429],
      body: ownerProofSchema,
      response: webAuthnOptionsSchema,
      async handle(request) {
        const proof = request.body.current_password;
        const { user, session } = await proveOwner(deps, request.caller, proof, WHAT);
        const existing = (await secondFactors.read(user.id)).passkeys;
        if (existing.length >= MAX_PASSKEYS) throw tooMany();
        const party = relyingPartyAt(address.publicUrl(request));
        const options = await registrationOptions(party, user, existing);
        await challenges.open({
          hash: challengeHash(session.id),
          purpose: 'passkey_registration',
          userId: user.id,
          data: { challenge: options.challenge },
          now: now(),
          expiresAt: new Date(now().getTime() + CHALLENGE_MS),
        });
        return { options: { ...options } };
      },
    }),
    accountRoute({
      ...COMMON,
      name: 'users_me_passkeys_create',
      summary: 'Add a passkey that the browser created',
      path: PATH,
      status: 201,
      rejections: [403],
      body: passkeyCreateSchema,
      response: passkeyCreateResponseSchema,
      async handle(request) {
        const { user, session } = request.caller;
        if (session === undefined) throw signedInOnly();
        const challenge = await challengeOf(deps, session.id);
        const party = relyingPartyAt(address.publicUrl(request));
        const { name, response } = request.body;
        const made = await verifyRegistration(party, { challenge, response, logger });
        if (made === null) throw rejectedPasskey();
        const { codes, hashes } = generateRecoveryCodes();
        const given = { recoveryHashes: hashes, now: now() };
        const added = await passkeys.add(user, { ...made, name }, given);
        if (added === null) throw rejectedPasskey();
        await deps.sessions.strengthen(session.id, 'passkey');
        deps.forget();
        return {
          passkey: passkeyBody(added.passkey),
          recovery_codes: added.gaveCodes ? [...codes] : null,
        };
      },
    }),
    accountRoute({
      ...COMMON,
      name: 'users_me_passkeys_remove_create',
      summary: 'Remove a passkey',
      path: `${PATH}:id/remove/`,
      status: 204,
      rejections: [403, 404, 429],
      params: z.object({ id: z.uuid() }),
      body: ownerProofSchema,
      async handle({ caller, params: { id }, body }) {
        const { user } = await proveOwner(deps, caller, body.current_password, WHAT);
        if (!(await passkeys.remove(user, id))) throw notFound();
        deps.forget();
      },
    }),
  ];
}

export function passkeyBody({ id, name, createdAt, lastUsedAt }: Passkey) {
  return {
    id,
    name,
    created_at: wireTime(createdAt),
    last_used_at: lastUsedAt && wireTime(lastUsedAt),
  };
}

/** Each session has at most one challenge. */
function challengeHash(sessionId: string): string {
  return hashConsoleSecret(`passkey-registration:${sessionId}`);
}

/** Uses up the challenge of a session. @throws ApiError 400 if the session has none */
async function challengeOf(
  { challenges, now }: FactorRouteDeps,
  sessionId: string,
): Promise<string> {
  const hash = challengeHash(sessionId);
  const found = await challenges.consume(hash, 'passkey_registration', now());
  const challenge = found?.data['challenge'];
  if (typeof challenge !== 'string') throw rejectedPasskey();
  return challenge;
}

function signedInOnly(): ApiError {
  return permissionDenied(`${WHAT} are changed by somebody who is signed in.`);
}

function tooMany(): ApiError {
  return validationError('max_length', `You have ${MAX_PASSKEYS} passkeys. Remove one first.`);
}

function rejectedPasskey(): ApiError {
  return validationError(
    'invalid_passkey',
    'This passkey was not accepted: it took too long, is here already, or does not fit this server. Start again.',
  );
}
