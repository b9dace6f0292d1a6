import type { Logger, OutboundGuard } from '@tidemark/platform';
import type { Configuration } from 'openid-client' with { 'resolution-mode': 'import' };
import { guardedFetch } from './guarded-fetch';

/** The state between the two halves of a sign-in. */
export interface ProviderChecks {
  readonly state: string;
  readonly nonce: string;
  readonly codeVerifier: string;
  readonly redirectUri: string;
}

/** The claims of the provider about a user. */
export interface ProviderPerson {
  readonly issuer: string;
  readonly subject: string;
  readonly email: string | null;
  readonly isEmailVerified: boolean;
  readonly firstName: string;
  readonly lastName: string;
  /** Whether the provider checked more than one factor (RFC 8176). */
  readonly usedSecondFactor: boolean;
}

/** The sign-in failed. The message is a sentence for the user. */
export class ProviderError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ProviderError';
  }
}

/** An OpenID Connect provider: authorization code with PKCE, state and nonce. */
export interface LoginProvider {
  /** Returns the URL for the browser and the checks to keep until it comes back. @throws ProviderError */
  begin(redirectUri: string): Promise<{ readonly url: string; readonly checks: ProviderChecks }>;
  /** @param query the query string of the URL to which the provider redirected the browser @throws ProviderError */
  finish(query: string, checks: ProviderChecks): Promise<ProviderPerson>;
}

export function createLoginProvider(deps: {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
  readonly allowHttp: boolean;
  readonly guard: OutboundGuard;
  readonly logger: Logger;
}): LoginProvider {
  const { logger } = deps;
  let known: Promise<Configuration> | null = null;
  /** The configuration is requested once, and again after a failure. */
  const configuration = (): Promise<Configuration> => {
    known ??= discover(deps).catch((error: unknown) => {
      known = null;
      logger.warn({ err: error }, 'the OpenID Connect provider cannot be read');
      throw new ProviderError(
        'The sign-in provider is not available now. Try again later, or sign in with your password.',
        { cause: error },
      );
    });
    return known;
  };

  return {
    async begin(redirectUri) {
      const client = await import('openid-client');
      const config = await configuration();
      const checks = {
        state: client.randomState(),
        nonce: client.randomNonce(),
        codeVerifier: client.randomPKCECodeVerifier(),
        redirectUri,
      };
      const url = client.buildAuthorizationUrl(config, {
        redirect_uri: redirectUri,
        scope: 'openid email profile',
        state: checks.state,
        nonce: checks.nonce,
        code_challenge: await client.calculatePKCECodeChallenge(checks.codeVerifier),
        code_challenge_method: 'S256',
      });
      return { url: url.href, checks };
    },

    async finish(query, { state, nonce, codeVerifier, redirectUri }) {
      const client = await import('openid-client');
      const config = await configuration();
      const current = new URL(redirectUri);
      current.search = query;
      try {
        const tokens = await client.authorizationCodeGrant(config, current, {
          expectedState: state,
          expectedNonce: nonce,
          pkceCodeVerifier: codeVerifier,
          idTokenExpected: true,
        });
        const claims = tokens.claims();
        if (claims === undefined) throw new Error('the provider sent no ID token');
        // Providers may omit addresses and names from the ID token.
        const info =
          typeof claims['email'] === 'string'
            ? claims
            : {
                ...claims,
                ...(await client.fetchUserInfo(config, tokens.access_token, claims.sub)),
              };
        return personOf(info);
      } catch (error) {
        logger.warn({ err: error }, 'a sign-in by the OpenID Connect provider was rejected');
        throw new ProviderError(sentenceOf(error), { cause: error });
      }
    },
  };
}

async function discover({
  issuer,
  clientId,
  clientSecret,
  allowHttp,
  guard,
}: Parameters<typeof createLoginProvider>[0]): Promise<Configuration> {
  const client = await import('openid-client');
  return client.discovery(
    new URL(issuer),
    clientId,
    undefined,
    clientSecret === undefined ? client.None() : client.ClientSecretBasic(clientSecret),
    {
      [client.customFetch]: (url, options) => guardedFetch(guard, url, options, allowHttp),
      // Deprecated only to stand out: the operator asked for it.
      // oxlint-disable-next-line typescript/no-deprecated
      ...(allowHttp && { execute: [client.allowInsecureRequests] }),
    },
  );
}

function personOf(claims: {
  readonly iss: string;
  readonly sub: string;
  readonly [claim: string]: unknown;
}): ProviderPerson {
  const text = (name: string): string => {
    const value = claims[name];
    return typeof value === 'string' ? value.trim() : '';
  };
  const methods = claims['amr'];
  return {
    issuer: claims.iss,
    subject: claims.sub,
    email: text('email') || null,
    isEmailVerified: claims['email_verified'] === true,
    firstName: (text('given_name') || text('name')).slice(0, 150),
    lastName: text('family_name').slice(0, 150),
    usedSecondFactor: Array.isArray(methods) && methods.includes('mfa'),
  };
}

/** Our messages for the error codes of a provider (RFC 6749, 4.1.2.1); its own text is not repeated. */
function sentenceOf(error: unknown): string {
  const { error: code } = Object(error) as { readonly error?: unknown };
  switch (code) {
    case 'access_denied':
      return 'The sign-in was cancelled at the provider, or the provider does not let you in.';
    case 'temporarily_unavailable':
    case 'server_error':
      return 'The sign-in provider has a problem now. Try again later, or sign in with your password.';
    case 'invalid_client':
    case 'unauthorized_client':
      return 'The sign-in provider does not accept this server. Its operator has to check OIDC_CLIENT_ID and OIDC_CLIENT_SECRET.';
    case 'invalid_grant':
      return 'The sign-in took too long, or this page was loaded twice. Start again.';
    default:
      return 'The sign-in provider sent something that this server does not accept. Start again.';
  }
}
