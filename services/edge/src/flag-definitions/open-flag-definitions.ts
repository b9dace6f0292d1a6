import { createAccessTokens, createIdentityFinder, createProjectKeyFinder } from '@tidemark/access';
import type { Logger, Metrics, SignedTokens } from '@tidemark/platform';
import { createSealedBox } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import {
  createLoginSessionRepository,
  createPersonalApiKeyRepository,
  createPersonReader,
  createProjectRepository,
  createProjectSecretKeyRepository,
  createSurveyRepository,
  createUserRepository,
} from '@tidemark/postgres';
import { createAuthorizeReader } from '../access/authorize-reader';
import { createKnownKeys } from '../access/known-keys';
import type { StreamHandler } from './stream-handler';
import { createStreamHandler } from './stream-handler';
import { createStreamHub } from './stream-hub';
import type { EdgeConfig } from '../config';
import type { EdgeMetrics } from '../edge-metrics';
import type { FlagDirectory } from '../projects/flag-directory';
import type { ProjectDirectory } from '../projects/project-directory';
import { createDefinitionDocuments } from './definition-documents';
import type { ReaderHandler } from './reader-handler';
import { createReaderHandler } from './reader-handler';
import { createReaderLimiter } from './reader-limiter';
import type { FlagUsage } from '../usage/flag-usage';

const STREAM_HEARTBEAT_MS = 15_000;

/** The endpoints for servers with a credential: definitions, remote configuration, streams of changes. */
export interface FlagDefinitions {
  readonly reader: ReaderHandler;
  readonly streams: StreamHandler;
  /** Must be called after a project's flags have changed. */
  changed(projectId: number): void;
  /** Ends all streams. Must be called before the server closes, which waits for open connections. */
  endStreams(): void;
}

type FlagDefinitionsConfig = Pick<
  EdgeConfig,
  | 'FLAG_DEFINITIONS_PER_MINUTE'
  | 'FLAG_SECRETS_KEY'
  | 'FLAG_STREAMS_MAX'
  | 'JWT_SECRET'
  | 'JWT_SECRET_PREVIOUS'
>;

export function openFlagDefinitions(deps: {
  readonly database: Database;
  readonly flags: FlagDirectory;
  readonly projects: ProjectDirectory;
  readonly config: FlagDefinitionsConfig;
  readonly metrics: Metrics;
  readonly edgeMetrics: EdgeMetrics;
  readonly usage: Pick<FlagUsage, 'count'>;
  readonly logger: Logger;
  /** Monotonic ms. */
  readonly monotonic: () => number;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}): FlagDefinitions {
  const { config, database, flags, projects, logger, monotonic, now } = deps;
  const documents = createDefinitionDocuments({
    flags,
    groups: createPersonReader(database),
    surveys: createSurveyRepository(database),
    logger,
    now: monotonic,
  });
  const authorize = createAuthorizeReader({
    keys: createKnownKeys({
      findIdentity: createIdentityFinder({
        keys: createPersonalApiKeyRepository(database),
        users: createUserRepository(database),
        logger,
      }),
      findProjectKey: createProjectKeyFinder({
        projectSecretKeys: createProjectSecretKeyRepository(database),
        logger,
      }),
      projects: createProjectRepository(database),
      sessions: createLoginSessionRepository(database),
      tokens: accessTokens(config),
      wallClock: () => new Date(now()),
      now: monotonic,
    }),
    projects,
  });
  const limiter = createReaderLimiter(config.FLAG_DEFINITIONS_PER_MINUTE, monotonic);
  const hub = createStreamHub({
    documents,
    maxStreams: config.FLAG_STREAMS_MAX,
    heartbeatMs: STREAM_HEARTBEAT_MS,
    logger,
  });
  deps.metrics.readGauge('edge_definition_streams', 'Open streams of definition changes', () =>
    hub.count(),
  );
  return {
    reader: createReaderHandler({
      usage: deps.usage,
      authorize,
      documents,
      flags,
      limiter,
      metrics: deps.edgeMetrics,
      logger,
      now,
      payloadBox:
        config.FLAG_SECRETS_KEY === undefined ? null : createSealedBox(config.FLAG_SECRETS_KEY),
    }),
    streams: createStreamHandler({ authorize, limiter, hub }),
    changed: (projectId) => {
      documents.invalidate(projectId);
      hub.changed(projectId);
    },
    endStreams: () => hub.close(),
  };
}

/** Returns the verifier of access tokens, which the api signs; null if the secret of the api is not set. */
function accessTokens({
  JWT_SECRET,
  JWT_SECRET_PREVIOUS,
}: FlagDefinitionsConfig): SignedTokens | null {
  if (JWT_SECRET === undefined) return null;
  const secrets = { current: JWT_SECRET, previous: JWT_SECRET_PREVIOUS };
  return createAccessTokens(secrets, () => new Date());
}
