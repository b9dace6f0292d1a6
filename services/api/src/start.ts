import { createServer } from 'node:http';
import { createAccessTokens, createIdentityFinder } from '@tidemark/access';
import { createClickHouse, listCohortPeople } from '@tidemark/clickhouse';
import { chatTurnSchema } from '@tidemark/contracts';
import type { RunningService } from '@tidemark/platform';
import {
  createHttpMetrics,
  createLogger,
  createMetrics,
  createOutboundGuard,
  createOpsRoutes,
  createSealedBox,
  openService,
} from '@tidemark/platform';
import type { Cohort } from '@tidemark/postgres';
import {
  createActionRepository,
  createActivityReader,
  createAnnotationRepository,
  createBatchExportRepository,
  createCohortPersons,
  createCohortRepository,
  createDatabase,
  createEarlyAccessRepository,
  createEventDefinitionRepository,
  createExportRunRepository,
  createFeatureFlagRepository,
  createInsightRepository,
  createInsightVariableRepository,
  createSavedViewRepository,
  createFlagHashKeyStore,
  createGroupRepository,
  createGroupTypeRepository,
  createIdentityStore,
  createLoginRepository,
  createLoginSessionRepository,
  createPersonalApiKeyRepository,
  createPersonEditor,
  createPersonReader,
  createProjectRepository,
  createPropertyDefinitionRepository,
  createStaticMembers,
  createSurveyRepository,
  createUserRepository,
  createWarehouseFiles,
  createWarehouseTableRepository,
} from '@tidemark/postgres';
import {
  createBudgetObserver,
  createProjectLookups,
  createQueryEngine,
  createQueryLog,
  createQueryMetrics,
  createQueryObserver,
  createQueryStores,
  judgeColumns,
} from '@tidemark/query-engine';
import {
  createCohortQueue,
  createExportQueue,
  createQueryQueue,
  createWarehouseQueue,
} from '@tidemark/queues';
import {
  closeRedis,
  createChatStore,
  createDefinitionsChannel,
  createPersonPropertiesCache,
  createRedis,
  forgetQueryResults,
} from '@tidemark/redis';
import { createActionMigrateRoutes } from './actions/action-migrate-routes';
import { createActionPreviewRoutes } from './actions/action-preview-routes';
import { createActionReferenceRoutes } from './actions/action-reference-routes';
import { createActionRoutes } from './actions/action-routes';
import { createActionTagRoutes } from './actions/action-tag-routes';
import { createActivityLogRoutes } from './activity-log/activity-routes';
import { createAnnotationRoutes } from './annotations/annotation-routes';
import { createApp } from './app';
import { createAuthorizer } from './auth/authorizer';
import { createKeyDirectory } from './auth/key-directory';
import { createQueryRates } from './auth/query-rates';
import { createSessionDirectory } from './auth/session-directory';
import { createBatchExportRoutes } from './batch-exports/export-routes';
import { createExportRunRoutes } from './batch-exports/run-routes';
import { createCohortRoutes } from './cohorts/cohort-routes';
import { createCohortsChanged } from './cohorts/cohorts-changed';
import { createFlagCohortRoutes } from './cohorts/flag-cohort-routes';
import { createCohortMemberRoutes } from './cohorts/member-routes';
import type { ApiConfig } from './config';
import { createAnnouncer } from './definitions';
import { createEarlyAccessRoutes } from './early-access/feature-routes';
import { createEventRoutes } from './events/event-routes';
import { createInsightActionRoutes } from './insights/insight-action-routes';
import { createInsightRoutes } from './insights/insight-routes';
import { createInsightVariableRoutes } from './insight-variables/variable-routes';
import { createBlastRadiusRoutes } from './flag-evaluation/blast-radius-routes';
import { createFlagDryRunRoutes } from './flag-evaluation/dry-run-routes';
import { createFlagEvaluationRoutes } from './flag-evaluation/evaluation-routes';
import { createFlagEvaluator } from './flag-evaluation/flag-evaluator';
import { createFlagActivityRoutes } from './feature-flags/flag-activity-routes';
import { createFlagBulkRoutes } from './feature-flags/flag-bulk-routes';
import { createFeatureFlagRoutes } from './feature-flags/flag-routes';
import { createFlagUsageRoutes } from './feature-flags/flag-usage-routes';
import { createPayloadSecrets } from './feature-flags/payload-secrets';
import { createPropertyNotes } from './groups/note-properties';
import { createGroupsRoutes } from './groups/routes';
import { createIngestionWarningRoutes } from './ingestion-warnings/warning-routes';
import { createLoginLimits } from './logins/login-limits';
import { createLoginRoutes } from './logins/login-routes';
import { createPersonActionRoutes } from './persons/person-action-routes';
import { createPersonLookupRoutes } from './persons/person-lookup-routes';
import { createPersonRoutes } from './persons/person-routes';
import { createOrganizationRoutes } from './organizations/organization-routes';
import { createPersonalApiKeyRoutes } from './personal-api-keys/key-routes';
import { createProjectCollectionRoutes, createProjectRoutes } from './projects/project-routes';
import { createSecretKeyRoutes } from './projects/secret-key-routes';
import { createTokenRoutes } from './projects/token-routes';
import { createQueryLogRoutes } from './query/log-routes';
import { createChatRoutes } from './query-drafts/chat-routes';
import { createDraftLimits } from './query-drafts/draft-limits';
import { createDraftRoutes } from './query-drafts/draft-routes';
import { createLanguageModel } from './query-drafts/language-model';
import { loadTaxonomy } from './query-drafts/load-taxonomy';
import { createQueryDrafter } from './query-drafts/query-drafter';
import { createQueryRoutes } from './query/query-routes';
import { createQueryStatusRoutes } from './query/status-routes';
import { createQueryUpgradeRoutes } from './query/upgrade-routes';
import { createSurveyActivityRoutes } from './surveys/survey-activity-routes';
import { createSurveyStatsRoutes } from './surveys/survey-stats-routes';
import { createSurveyRoutes } from './surveys/survey-routes';
import { createEventDefinitionRoutes } from './taxonomy/event-definition-routes';
import { createPropertyDefinitionRoutes } from './taxonomy/property-definition-routes';
import { createUserRoutes } from './users/user-routes';
import { createSavedViewRoutes } from './saved-views/view-routes';
import type { WarehouseRouteDeps } from './warehouse-tables/deps';
import { createWarehouseActionRoutes } from './warehouse-tables/table-actions';
import { createWarehouseTableRoutes } from './warehouse-tables/table-routes';

/** A request waits no longer for rows of the management API. */
const POSTGRES_TIMEOUT_MS = 60_000;
/** An answer waits no longer for a table to be loaded. */
const WAREHOUSE_WAIT_MS = 10_000;

/** Wires the stores to the routes and listens. */
export async function start(config: ApiConfig): Promise<RunningService> {
  const logger = createLogger('api', config.LOG_LEVEL);
  const metrics = createMetrics('api');
  const now = (): Date => new Date();

  const database = createDatabase(config.DATABASE_URL, {
    poolSize: 10,
    logger,
    statementTimeoutMs: POSTGRES_TIMEOUT_MS,
  });
  const clickhouse = createClickHouse({ url: config.CLICKHOUSE_URL, logger });
  const redis = createRedis(config.REDIS_URL, 'cache', logger);
  const queue = createQueryQueue({
    redisUrl: config.REDIS_URL,
    secrets: { current: config.SERVICE_SECRET, previous: config.SERVICE_SECRET_PREVIOUS },
    now,
    logger,
  });

  const exportQueue = createExportQueue({ redisUrl: config.REDIS_URL, logger });
  const cohortQueue = createCohortQueue({ redisUrl: config.REDIS_URL, logger });
  const warehouseQueue = createWarehouseQueue({ redisUrl: config.REDIS_URL, logger });

  const projects = createProjectRepository(database);
  const keys = createPersonalApiKeyRepository(database);
  const users = createUserRepository(database);
  const directory = createKeyDirectory({
    find: createIdentityFinder({ keys, users, logger }),
    now: () => performance.now(),
  });
  const tokens = createAccessTokens(
    { current: config.JWT_SECRET, previous: config.JWT_SECRET_PREVIOUS },
    now,
  );
  const loginSessions = createLoginSessionRepository(database);
  const sessions = createSessionDirectory({
    tokens,
    sessions: loginSessions,
    now,
    monotonic: () => performance.now(),
  });
  // Publishing only: the second connection would be for listening.
  const channel = createDefinitionsChannel({ publisher: redis, subscriber: redis, logger });
  const announceChange = createAnnouncer(channel, logger);
  const queryMetrics = createQueryMetrics(metrics);
  // Who lifts the limit of requests means that of bytes, too, unless it is said.
  const unlimited = config.QUERY_RATE_LIMIT_PER_HOUR === 0;
  const queryStores = createQueryStores(
    redis,
    { ...(unlimited && { QUERY_READ_BUDGET_BYTES_PER_HOUR: 0 }), ...config },
    now,
  );
  const queryLog = createQueryLog({ clickhouse, logger });
  const engine = createQueryEngine({
    clickhouse,
    lookups: createProjectLookups(database),
    now,
    ...queryStores,
    metrics: queryMetrics,
    observe: createQueryObserver({
      metrics: queryMetrics,
      logger,
      slowMs: config.QUERY_SLOW_SECONDS * 1_000,
      also: [queryLog.observe, createBudgetObserver({ budget: queryStores.budget, logger })],
    }),
    logger,
    enqueue: (job) => queue.add(job),
    dequeue: (token) => queue.remove(token),
    isQueued: (token) => queue.has(token),
    limits: {
      maxExecutionSeconds: config.QUERY_MAX_EXECUTION_SECONDS,
      maxMemoryBytes: config.QUERY_MAX_MEMORY_BYTES,
      maxReadRows: config.QUERY_MAX_READ_ROWS,
    },
    streamLimits: {
      maxRows: config.QUERY_STREAM_MAX_ROWS,
      maxExecutionSeconds: config.QUERY_STREAM_MAX_SECONDS,
      stalledSeconds: config.QUERY_STREAM_STALL_SECONDS,
    },
  });
  const exportDeps = {
    batchExports: createBatchExportRepository(database),
    runs: createExportRunRepository(database),
    queue: exportQueue,
    policy: {
      secrets:
        config.EXPORT_SECRETS_KEY === undefined ? null : createSealedBox(config.EXPORT_SECRETS_KEY),
      allowPrivateEndpoints: config.EXPORT_ALLOW_PRIVATE_ENDPOINTS,
      hasFileDestination: config.EXPORT_ROOT_DIR !== undefined,
    },
    now,
  };
  const guard = createOutboundGuard({
    allowPrivate: config.WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS,
    allowedHosts: config.WAREHOUSE_ALLOWED_HOSTS,
  });
  const savedViews = createSavedViewRepository(database);
  const warehouseDeps: WarehouseRouteDeps = {
    tables: createWarehouseTableRepository(database),
    views: savedViews,
    users,
    queue: warehouseQueue,
    files: createWarehouseFiles(database),
    policy: {
      rootDir: config.WAREHOUSE_ROOT ?? null,
      guard,
      allowHttp: config.WAREHOUSE_ALLOW_PRIVATE_ENDPOINTS,
    },
    secrets:
      config.EXPORT_SECRETS_KEY === undefined ? null : createSealedBox(config.EXPORT_SECRETS_KEY),
    judge: async ({ projectId, number, version }, columns) =>
      version === null
        ? columns
        : judgeColumns(clickhouse, projectId, { number, version }, columns),
    now,
    waitMs: WAREHOUSE_WAIT_MS,
    logger,
  };
  const cohortDeps = {
    cohorts: createCohortRepository(database),
    members: createStaticMembers(database),
    persons: createCohortPersons(database),
    flags: createFeatureFlagRepository(database),
    users,
    changed: createCohortsChanged({
      announceChange,
      enqueue: (job) => cohortQueue.add(job),
      logger,
    }),
    listMembers: (cohort: Cohort, page: { readonly limit: number; readonly offset: number }) =>
      listCohortPeople(
        clickhouse,
        { teamId: cohort.projectId, cohortId: cohort.id, version: cohort.version ?? 0 },
        page,
      ),
  };
  const actionDeps = {
    actions: createActionRepository(database),
    cohorts: cohortDeps.cohorts,
    insights: createInsightRepository(database),
    users,
    now,
  };
  const flagDeps = {
    flags: cohortDeps.flags,
    cohorts: cohortDeps.cohorts,
    features: createEarlyAccessRepository(database),
    surveys: createSurveyRepository(database),
    users,
    secrets: createPayloadSecrets(
      config.FLAG_SECRETS_KEY === undefined ? null : createSealedBox(config.FLAG_SECRETS_KEY),
    ),
    announceChange,
    now,
  };
  const personDeps = {
    engine,
    persons: cohortDeps.persons,
    editor: createPersonEditor(database),
    identity: createIdentityStore(database),
    cohorts: cohortDeps.cohorts,
    users,
    clickhouse,
    personCache: createPersonPropertiesCache(redis),
    forgetResults: (projectId: number) => forgetQueryResults(redis, projectId),
    logger,
  };
  const eventDefinitions = createEventDefinitionRepository(database);
  const activities = createActivityReader(database);
  const insightDeps = {
    insights: actionDeps.insights,
    users,
    activities,
    engine,
    maxRows: config.QUERY_MAX_ROWS,
    now,
  };
  const evaluator = createFlagEvaluator({
    flags: createFeatureFlagRepository(database),
    cohorts: createCohortRepository(database),
    persons: createPersonReader(database),
    hashKeys: createFlagHashKeyStore(database),
    now,
  });
  const definitions = {
    events: createEventDefinitionRepository(database),
    properties: createPropertyDefinitionRepository(database),
  };
  const drafter = createQueryDrafter({
    engine,
    loadTaxonomy: (projectId) => loadTaxonomy(definitions, projectId),
    model:
      config.LLM_BASE_URL === undefined
        ? null
        : createLanguageModel({
            baseUrl: config.LLM_BASE_URL,
            model: config.LLM_MODEL,
            apiKey: config.LLM_API_KEY,
            timeoutMs: config.LLM_TIMEOUT_SECONDS * 1_000,
          }),
    now,
    logger,
  });
  const draftLimits = createDraftLimits(redis, drafter.usesModel);
  const queriesPerHour = config.QUERY_RATE_LIMIT_PER_HOUR;

  const ops = createOpsRoutes({
    checks: [
      { name: 'postgres', check: () => database.check() },
      { name: 'clickhouse', check: () => clickhouse.ping() },
      {
        name: 'redis',
        check: async () => {
          await redis.ping();
        },
      },
    ],
    metrics,
    serveMetrics: config.METRICS_PORT === undefined,
  });
  const app = createApp({
    publicRoutes: createLoginRoutes({
      logins: createLoginRepository(database),
      sessions: loginSessions,
      tokens,
      forget: () => {
        sessions.forget();
      },
      limits: createLoginLimits(redis),
      now,
      logger,
    }),
    accountRoutes: [
      ...createProjectCollectionRoutes({ projects, announceChange }),
      ...createPersonalApiKeyRoutes({ keys, projects, directory }),
      ...createUserRoutes({ users, projects }),
      ...createOrganizationRoutes({ users, projects, announceChange }),
    ],
    projectRoutes: [
      ...createProjectRoutes({ projects, announceChange }),
      ...createSecretKeyRoutes({ projects, announceChange }),
      ...createTokenRoutes({
        projects,
        announceChange,
        graceSeconds: config.PROJECT_TOKEN_GRACE_SECONDS,
      }),
      // Before the routes of one action, whose id would take their names.
      ...createActionTagRoutes(actionDeps),
      ...createActionPreviewRoutes({ engine }),
      ...createActionMigrateRoutes(actionDeps),
      ...createActionReferenceRoutes(actionDeps),
      ...createActionRoutes(actionDeps),
      // Before the routes of one flag, whose id would take their names.
      ...createFlagEvaluationRoutes({ evaluator }),
      ...createFlagDryRunRoutes({ evaluator }),
      ...createBlastRadiusRoutes({ engine, now }),
      ...createFlagActivityRoutes({ flags: flagDeps.flags, activities, users }),
      ...createActivityLogRoutes({ activities, users }),
      ...createFlagCohortRoutes({ ...cohortDeps, now }),
      // Before the routes of one survey, whose id would take their names.
      ...createSurveyStatsRoutes({ surveys: flagDeps.surveys, engine }),
      ...createSurveyActivityRoutes({ surveys: flagDeps.surveys, activities, users }),
      ...createSurveyRoutes({
        surveys: flagDeps.surveys,
        flags: cohortDeps.flags,
        cohorts: cohortDeps.cohorts,
        users,
        announceChange,
      }),
      // Before the routes of one insight, whose id would take their names.
      ...createInsightActionRoutes(insightDeps),
      ...createInsightRoutes(insightDeps),
      ...createAnnotationRoutes({
        ...insightDeps,
        annotations: createAnnotationRepository(database),
      }),
      ...createInsightVariableRoutes({ variables: createInsightVariableRepository(database) }),
      ...createEarlyAccessRoutes({
        features: flagDeps.features,
        flags: cohortDeps.flags,
        announceChange,
      }),
      ...createFlagBulkRoutes(flagDeps),
      ...createFlagUsageRoutes({ flags: flagDeps.flags, engine, now }),
      ...createFeatureFlagRoutes(flagDeps),
      ...createCohortRoutes(cohortDeps),
      ...createCohortMemberRoutes(cohortDeps),
      ...createPersonActionRoutes(personDeps),
      ...createPersonLookupRoutes(personDeps),
      ...createPersonRoutes(personDeps),
      ...createGroupsRoutes({
        ...personDeps,
        groups: createGroupRepository(database),
        groupTypes: createGroupTypeRepository(database),
        noteProperties: createPropertyNotes(database, now),
        announceChange,
      }),
      ...createIngestionWarningRoutes({ clickhouse, now }),
      ...createEventRoutes({
        ...personDeps,
        actions: actionDeps.actions,
        definitions: eventDefinitions,
        now,
      }),
      ...createEventDefinitionRoutes({ definitions: eventDefinitions, users }),
      ...createPropertyDefinitionRoutes({
        definitions: createPropertyDefinitionRepository(database),
        users,
      }),
      // Before the routes of one table, whose id would take the name of uploads.
      ...createSavedViewRoutes({
        views: savedViews,
        users,
        lookups: createProjectLookups(database),
        now,
      }),
      ...createWarehouseActionRoutes(warehouseDeps),
      ...createWarehouseTableRoutes(warehouseDeps),
      ...createBatchExportRoutes(exportDeps),
      ...createExportRunRoutes(exportDeps),
      // Before the routes of one query, whose id would take the name.
      ...createQueryLogRoutes({ clickhouse, queryLog, now }),
      // Before the routes of one query, whose id would take their names.
      ...createDraftRoutes({ drafter, limits: draftLimits }),
      ...createChatRoutes({
        drafter,
        limits: draftLimits,
        chats: createChatStore(redis, (value) => chatTurnSchema.parse(value)),
        engine,
        maxRows: config.QUERY_MAX_ROWS,
        logger,
      }),
      ...createQueryUpgradeRoutes(),
      ...createQueryRoutes({
        engine,
        maxRows: config.QUERY_MAX_ROWS,
        incompleteStatus: config.QUERY_INCOMPLETE_STATUS,
        now,
      }),
      ...createQueryStatusRoutes({ engine, incompleteStatus: config.QUERY_INCOMPLETE_STATUS }),
    ],
    authorizer: createAuthorizer({
      directory,
      sessions,
      projects,
      queryRates: createQueryRates(
        redis,
        {
          perHour: queriesPerHour,
          // Who lifts the one means the other, unless it is said.
          perMinute: config.QUERY_RATE_LIMIT_PER_MINUTE ?? (queriesPerHour === 0 ? 0 : 240),
        },
        metrics,
      ),
    }),
    ops,
    metrics: createHttpMetrics(metrics),
    logger,
  });

  const server = createServer(app);
  return openService({
    server,
    ops,
    metrics,
    logger,
    config,
    closeStores: async () => {
      await queryLog.flush();
      await Promise.all([
        queue.close(),
        exportQueue.close(),
        cohortQueue.close(),
        warehouseQueue.close(),
      ]);
      guard.close();
      await Promise.all([database.close(), clickhouse.close(), closeRedis(redis)]);
    },
  });
}
