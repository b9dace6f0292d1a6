import type { Logger } from '@tidemark/platform';
import type { Passkey, PasskeyRepository, User } from '@tidemark/postgres';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';

/** The relying party of a passkey: this server, at the address that the browser uses. */
export interface RelyingParty {
  readonly origin: string;
  /** The host of the origin. */
  readonly rpId: string;
}

/** @param publicUrl the address that browsers use */
export function relyingPartyAt(publicUrl: string): RelyingParty {
  const { origin, hostname } = new URL(publicUrl);
  return { origin, rpId: hostname };
}

/** The options for a browser to create a passkey that signs in without a name and counts as both factors. */
export function registrationOptions(
  { rpId }: RelyingParty,
  user: User,
  existing: readonly Passkey[],
) {
  return generateRegistrationOptions({
    rpName: 'Tidemark',
    rpID: rpId,
    userName: user.email,
    userDisplayName: `${user.firstName} ${user.lastName}`.trim() || user.email,
    userID: userHandle(user),
    attestationType: 'none',
    excludeCredentials: existing.map(asCredential),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Returns null for a response that does not match the challenge or this server, or is inconsistent. */
export async function verifyRegistration(
  { origin, rpId }: RelyingParty,
  given: { readonly challenge: string; readonly response: object; readonly logger: Logger },
): Promise<Pick<
  Passkey,
  'credentialId' | 'publicKey' | 'signCount' | 'transports' | 'rpId'
> | null> {
  try {
    const { registrationInfo } = await verifyRegistrationResponse({
      response: given.response as RegistrationResponseJSON,
      expectedChallenge: given.challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
    });
    if (registrationInfo === undefined) return null;
    const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
    return {
      credentialId: id,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      signCount: counter,
      transports: transports.slice(0, MAX_TRANSPORTS),
      rpId,
    };
  } catch (error) {
    given.logger.info({ err: error }, 'a new passkey was rejected');
    return null;
  }
}

/** The maximum number of transports; there are six kinds. */
const MAX_TRANSPORTS = 10;

/** @param passkeys the passkeys of a user; if empty, the browser offers those it has for this server */
export function authenticationOptions({ rpId }: RelyingParty, passkeys: readonly Passkey[]) {
  return generateAuthenticationOptions({
    rpID: rpId,
    userVerification: 'required',
    allowCredentials: passkeys.filter((passkey) => passkey.rpId === rpId).map(asCredential),
  });
}

interface Assertion {
  readonly challenge: string;
  readonly response: { readonly id: string };
  readonly passkeys: PasskeyRepository;
  readonly now: Date;
  readonly logger: Logger;
}

/** Verifies that a passkey of the user signed the challenge; returns null if any part of the response is invalid. */
export async function verifyAssertion(
  { origin, rpId }: RelyingParty,
  { challenge, response, passkeys, now, logger }: Assertion,
): Promise<User | null> {
  const found = await passkeys.find(response.id);
  if (found?.passkey.rpId !== rpId) return null;
  const { passkey, user } = found;
  const assertion = response as AuthenticationResponseJSON;
  try {
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: assertion,
      expectedChallenge: challenge,
      expectedOrigin: origin,
      expectedRPID: rpId,
      requireUserVerification: true,
      credential: {
        id: passkey.credentialId,
        publicKey: new Uint8Array(Buffer.from(passkey.publicKey, 'base64url')),
        counter: passkey.signCount,
      },
    });
    const handle = assertion.response.userHandle;
    const isOwn = handle === undefined || handle === base64url(userHandle(user));
    if (!verified || !isOwn) return null;
    if (await passkeys.use(passkey, authenticationInfo.newCounter, now)) return user;
    logger.warn(
      { userId: user.id },
      'a passkey was rejected: its signature counter did not increase',
    );
  } catch (error) {
    // The library rejects a response only by throwing.
    logger.warn({ err: error, userId: user.id }, 'a passkey was rejected');
  }
  return null;
}

/** The user handle, which reveals nothing about the user to a reader of the authenticator. */
function userHandle({ uuid }: User): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(uuid.replaceAll('-', ''), 'hex'));
}

function base64url(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64url');
}

function asCredential({ credentialId, transports }: Passkey) {
  return { id: credentialId, transports: [...transports] };
}
