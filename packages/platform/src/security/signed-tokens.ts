import { sign, TokenExpiredError, verify } from 'jsonwebtoken';

/** What a token is for: one made by one issuer for one audience is worth nothing to another. */
export interface TokenPurpose {
  readonly issuer: string;
  readonly audience: string;
  /** Seconds that a token is good for. */
  readonly lifetimeSeconds: number;
}

/** The secret that signs, and the one before it, whose tokens still count while they last. */
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
  /** Never throws: whatever is no token of ours is `invalid`. */
  read(token: string): TokenReading;
}

/** Pinned: what a token says of its own algorithm is not asked. */
const ALGORITHM = 'HS256';
/** The permitted difference between the clocks of processes. */
const CLOCK_TOLERANCE_SECONDS = 10;
/** No token is longer; a longer text is not even parsed. */
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
        // A token without `exp` would live for ever; ours cannot be older than this.
        maxAge: lifetimeSeconds,
      });
      if (typeof claims === 'string' || claims.exp === undefined) return { outcome: 'invalid' };
      return { outcome: 'valid', claims };
    } catch (error) {
      // The library's only way to say no. The signature is checked before the time.
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
