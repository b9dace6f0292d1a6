import { createAccessTokens, createIdentityFinder, createProjectKeyFinder } from '@tidemark/access';
import type { Metrics, SignedTokens } from '@tidemark/platform';
import { createInstallationRegister } from '@tidemark/postgres';
import type { ApiParts } from '../parts';
import type { Authorizer } from './authorizer';
import { createAuthorizer } from './authorizer';
import type { KeyDirectory } from './key-directory';
import { createBodyCredentialLimit } from './body-credential-limit';
import { createKeyDirectory } from './key-directory';
import type { KnownProjects } from './known-projects';
import type { OwnAddress } from './own-address';
import { createOwnAddress } from './own-address';
import { createQueryRates } from './query-rates';
import type { SessionCookies } from './session-cookie';
import { createSessionCookies } from './session-cookie';
import type { SessionDirectory } from './session-directory';
import { createSessionDirectory } from './session-directory';

/** Identifies callers by keys and by the tokens of sessions. */
export interface Auth {
  readonly directory: KeyDirectory;
  readonly sessions: SessionDirectory;
  readonly tokens: SignedTokens;
  readonly cookies: SessionCookies;
  /** The challenges of sign-ins that wait for their next step. */
  readonly loginCookies: SessionCookies;
  readonly address: OwnAddress;
  readonly authorizer: Authorizer;
}

/** Creates the objects that identify and authorize callers. */
export function openAuth(
  parts: Pick<
    ApiParts,
    | 'config'
    | 'keys'
    | 'projectSecretKeys'
    | 'users'
    | 'projects'
    | 'loginSessions'
    | 'redis'
    | 'database'
    | 'now'
    | 'logger'
  >,
  { metrics, knownProjects }: { readonly metrics: Metrics; readonly knownProjects: KnownProjects },
): Auth {
  const { config, keys, users, projects, now, logger } = parts;
  const monotonic = (): number => performance.now();
  const perHour = config.QUERY_RATE_LIMIT_PER_HOUR;

  const directory = createKeyDirectory({
    find: createIdentityFinder({ keys, users, logger }),
    findProjectKey: createProjectKeyFinder(parts),
    now: monotonic,
  });
  const tokens = createAccessTokens(
    { current: config.JWT_SECRET, previous: config.JWT_SECRET_PREVIOUS },
    now,
  );
  const sessions = createSessionDirectory({
    tokens,
    sessions: parts.loginSessions,
    logger,
    now,
    monotonic,
  });
  const address = createOwnAddress(config.TRUSTED_PROXY_HOPS);
  const installation = createInstallationRegister(parts.database);
  const cookies = createSessionCookies({ installation, address, holds: 'session' });
  const loginCookies = createSessionCookies({ installation, address, holds: 'login' });
  const queryRates = createQueryRates(
    parts.redis,
    {
      perHour,
      // An operator who lifts one limit also lifts the other, unless it is configured.
      perMinute: config.QUERY_RATE_LIMIT_PER_MINUTE ?? (perHour === 0 ? 0 : 240),
    },
    metrics,
  );
  const bodyCredentials = createBodyCredentialLimit(
    parts.redis,
    config.API_BODY_CREDENTIALS_PER_MINUTE,
  );
  const authorizer = createAuthorizer({
    directory,
    sessions,
    findProject: (id) => projects.findById(id),
    knownProjects,
    queryRates,
    bodyCredentials,
    cookies,
    address,
  });
  return { directory, sessions, tokens, cookies, loginCookies, address, authorizer };
}
