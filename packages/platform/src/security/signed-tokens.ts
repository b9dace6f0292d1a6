import { sign, TokenExpiredError, verify } from 'jsonwebtoken';

/** The purpose of a token. A token of another issuer or for another audience is not accepted. */
export interface TokenPurpose {
  readonly issuer: string;
  readonly audience: string;
  /** The seconds for which a token is valid. */
  readonly lifetimeSeconds: number;
}

/** The current secret, which signs tokens, and the previous one, whose tokens are accepted until they expire. */
export interface SigningSecrets {
  readonly current: string;
  readonly previous?: string | undefined;
}

export type TokenReading =
  | { readonly outcome: 'valid'; readonly claims: Readonly<Record<string, unknown>> }
  | { readonly outcome: 'expired' | 'invalid' };

export interface SignedTokens {
  readonly lifetimeSeconds: number;
  issue(claims: Readonly<Record<string, unknown>>): string;
  /** Never throws: a text that is not such a token is `invalid`. */
  read(token: string): TokenReading;
}

/** Fixed, because the algorithm that a token claims must not be trusted. */
const ALGORITHM = 'HS256';
/** The permitted difference between the clocks of processes. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** The maximum length; a longer text is not parsed. */
const MAX_TOKEN_CHARACTERS = 4_096;

/** JSON Web Tokens (RFC 7519) signed with HMAC-SHA256. */
export function createSignedTokens(
  { issuer, audience, lifetimeSeconds }: TokenPurpose,
  secrets: SigningSecrets,
  now: () => Date,
): SignedTokens {
  const seconds = (): number => Math.floor(now().getTime() / 1_000);
  const accepted = [secrets.current, secrets.previous].filter((secret) => secret !== undefined);

  const readWith = (token: string, secret: string): TokenReading => {
    try {
      const claims = verify(token, secret, {
        algorithms: [ALGORITHM],
        issuer,
        audience,
        clockTimestamp: seconds(),
        clockTolerance: CLOCK_TOLERANCE_SECONDS,
        // A token without `exp` would never expire; a valid token is never older than this.
        maxAge: lifetimeSeconds,
      });
      if (typeof claims === 'string' || claims.exp === undefined) return { outcome: 'invalid' };
      return { outcome: 'valid', claims };
    } catch (error) {
      // The library throws for every invalid token. It checks the signature before the time.
      return { outcome: error instanceof TokenExpiredError ? 'expired' : 'invalid' };
    }
  };

  return {
    lifetimeSeconds,
    issue: (claims) =>
      sign({ ...claims, iat: seconds(), exp: seconds() + lifetimeSeconds }, secrets.current, {
        algorithm: ALGORITHM,
        issuer,
        audience,
      }),
    read(token) {
      if (token.length > MAX_TOKEN_CHARACTERS) return { outcome: 'invalid' };
      const readings = accepted.map((secret) => readWith(token, secret));
      return readings.find(({ outcome }) => outcome !== 'invalid') ?? { outcome: 'invalid' };
    },
  };
}
