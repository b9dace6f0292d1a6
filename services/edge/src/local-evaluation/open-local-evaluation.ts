import { createIdentityFinder, createProjectKeyFinder } from '@tidemark/access';
import type { Logger, SealedBox, SignedTokens } from '@tidemark/platform';
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
import type { StreamHandler } from '../definition-streams/stream-handler';
import { createStreamHandler } from '../definition-streams/stream-handler';
import { createStreamHub } from '../definition-streams/stream-hub';
import type { EdgeMetrics } from '../edge-metrics';
import type { FlagDefinitions } from '../flags/flag-definitions';
import type { ProjectDirectory } from '../projects/project-directory';
import { createDefinitionDocuments } from './definition-documents';
import type { ReaderHandler } from './reader-handler';
import { createReaderHandler } from './reader-handler';
import { createReaderLimiter } from './reader-limiter';

const STREAM_HEARTBEAT_MS = 15_000;

/** What servers with keys of their own get: definitions, remote configuration, streams of changes. */
export interface LocalEvaluation {
  readonly reader: ReaderHandler;
  readonly streams: StreamHandler;
  /** A project's flags have changed. */
  changed(projectId: number): void;
  openStreams(): number;
  /** Before the server closes: streams would hold it. */
  endStreams(): void;
}

export function openLocalEvaluation(deps: {
  readonly database: Database;
  readonly flags: FlagDefinitions;
  readonly projects: ProjectDirectory;
  /** Per project; 0 = no limit. */
  readonly readsPerMinute: number;
  readonly maxStreams: number;
  /** Opens encrypted payloads; null without a key. */
  readonly payloadBox: SealedBox | null;
  /** Reads access tokens of people; null: they are not taken. */
  readonly tokens: SignedTokens | null;
  readonly metrics: EdgeMetrics;
  readonly logger: Logger;
  /** Monotonic ms. */
  readonly monotonic: () => number;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
}): LocalEvaluation {
  const { database, flags, projects, metrics, logger, monotonic, now } = deps;
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
      tokens: deps.tokens,
      wallClock: () => new Date(now()),
      now: monotonic,
    }),
    projects,
  });
  const limiter = createReaderLimiter(deps.readsPerMinute, monotonic);
  const hub = createStreamHub({
    documents,
    maxStreams: deps.maxStreams,
    heartbeatMs: STREAM_HEARTBEAT_MS,
    logger,
  });
  return {
    reader: createReaderHandler({
      authorize,
      documents,
      flags,
      limiter,
      metrics,
      logger,
      now,
      payloadBox: deps.payloadBox,
    }),
    streams: createStreamHandler({ authorize, limiter, hub }),
    changed: (projectId) => {
      documents.invalidate(projectId);
      hub.changed(projectId);
    },
    openStreams: () => hub.count(),
    endStreams: () => hub.close(),
  };
}
