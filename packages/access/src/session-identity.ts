import type { SignedTokens } from '@tidemark/platform';
import { createSignedTokens } from '@tidemark/platform';
import type { SigningSecrets } from '@tidemark/platform';
import type { SignedInUser } from '@tidemark/postgres';
import { z } from 'zod';
import type { SessionIdentity } from './identity';
import { scopesOfLevel } from './roles';

/** Long enough that refreshes are rare, and short enough to limit the use of a stolen token. */
export const ACCESS_TOKEN_SECONDS = 15 * 60;

/** Creates and reads the access tokens of users (`docs/security.md`). */
export function createAccessTokens(secrets: SigningSecrets, now: () => Date): SignedTokens {
  return createSignedTokens(
    { issuer: 'tidemark', audience: 'tidemark-api', lifetimeSeconds: ACCESS_TOKEN_SECONDS },
    secrets,
    now,
  );
}

const claimsSchema = z.object({ sub: z.string(), sid: z.uuid() });

export interface AccessClaims {
  readonly userUuid: string;
  readonly sessionId: string;
}

export function issueAccessToken(
  tokens: SignedTokens,
  { session, user }: Pick<SignedInUser, 'session' | 'user'>,
): { readonly token: string; readonly expiresInSeconds: number } {
  return {
    token: tokens.issue({ sub: user.uuid, sid: session.id }),
    expiresInSeconds: tokens.lifetimeSeconds,
  };
}

export function readAccessToken(
  tokens: SignedTokens,
  token: string,
):
  | { readonly outcome: 'valid'; readonly claims: AccessClaims }
  | { readonly outcome: 'expired' | 'invalid' } {
  const reading = tokens.read(token);
  if (reading.outcome !== 'valid') return reading;
  const claims = claimsSchema.safeParse(reading.claims);
  if (!claims.success) return { outcome: 'invalid' };
  return { outcome: 'valid', claims: { userUuid: claims.data.sub, sessionId: claims.data.sid } };
}

/**
 * Whether a credential has the form of an access token instead of a key: three parts, of which the first is a JSON
 * object.
 */
export function looksLikeAccessToken(value: string): boolean {
  return /^eyJ[\w-]*\.[\w-]+\.[\w-]*$/.test(value);
}

/** The identity of a signed-in user, with the permissions of their current role. */
export function sessionIdentity({
  session,
  user,
  lacksSecondFactor,
}: SignedInUser): SessionIdentity {
  return {
    key: {
      id: `session:${session.id}`,
      scopes: scopesOfLevel(user.organizationLevel),
      scopedTeams: [],
      scopedOrganizations: [],
    },
    user,
    session,
    lacksSecondFactor,
  };
}
