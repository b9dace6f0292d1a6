import type { IngestLog } from '@tidemark/log-drivers';
import type { Logger } from '@tidemark/platform';
import type { Database, NumberedGroupType } from '@tidemark/postgres';
import {
  createImportFiles,
  claimGroupTypes,
  createImportIdRepository,
  createImportRunRepository,
  createPersonalApiKeyRepository,
  createProjectRepository,
  createUserRepository,
} from '@tidemark/postgres';
import type { QueueMetrics } from '@tidemark/queues';
import { createImportJobConsumer, createImportQueue, createSweeps } from '@tidemark/queues';
import type { QueryWorkerConfig } from '../config';
import { createSourceAccess } from '../source-access';
import { runImportJob } from './run-import-job';

/** The maximum number of runs that one sweep queues, the oldest first. */
const MAX_QUEUED = 500;

/** Works on imports that were started by the API, and queues those that no process works on. */
export function startImports(deps: {
  readonly config: QueryWorkerConfig;
  readonly database: Database;
  /** Uses a connection that may append. */
  readonly ingestLog: IngestLog;
  readonly metrics: QueueMetrics;
  readonly logger: Logger;
}): { close(): Promise<void> } {
  const { config, database, ingestLog, metrics, logger } = deps;
  const stopping = new AbortController();
  const connection = { redisUrl: config.REDIS_URL, logger, metrics };
  const queue = createImportQueue(connection);
  const runs = createImportRunRepository(database);
  const { guard, allowHttp, secrets } = createSourceAccess(config);
  const jobDeps = {
    ...{ runs, ingestLog, logger, now: Date.now, stopping: stopping.signal },
    ids: createImportIdRepository(database),
    claimGroupTypes: (projectId: number, types: readonly NumberedGroupType[]) =>
      claimGroupTypes(database, projectId, types),
    keys: createPersonalApiKeyRepository(database),
    users: createUserRepository(database),
    projects: createProjectRepository(database),
    files: createImportFiles(database),
    http: { guard, allowHttp },
    secrets,
    apiUrl: config.API_URL ?? null,
  };
  const consumer = createImportJobConsumer({
    ...connection,
    concurrency: config.IMPORT_CONCURRENCY,
    handle: (job, attempt) => runImportJob(jobDeps, job, attempt),
  });
  const sweeps = createSweeps('imports', {
    ...connection,
    everyMs: config.IMPORT_SWEEP_SECONDS * 1_000,
    async sweep() {
      // Postgres decides, because the queue may have lost some runs.
      for (const { id, projectId } of await runs.listAbandoned(MAX_QUEUED)) {
        await queue.add({ project_id: projectId, run_id: id });
      }
    },
  });
  return {
    async close() {
      stopping.abort();
      await Promise.all([consumer.close(), sweeps.close()]);
      await queue.close();
      guard.close();
    },
  };
}
