import { randomUUID } from 'node:crypto';
import type { ImportJob } from '@tidemark/contracts';
import { importScopes } from '@tidemark/contracts';
import { isOverQuota } from '@tidemark/domain';
import type { ImportSource } from '@tidemark/import-runs';
import {
  createProjectTarget,
  ImportSourceError,
  LEASE_MS,
  removeProjectKey,
  runImport,
  withProjectKey,
} from '@tidemark/import-runs';
import type { IngestLog } from '@tidemark/log-drivers';
import type { Logger } from '@tidemark/platform';
import type {
  ImportIdRepository,
  ImportRun,
  ImportRunRepository,
  NumberedGroupType,
  PersonalApiKeyRepository,
  ProjectRepository,
  User,
  UserRepository,
} from '@tidemark/postgres';
import { LostImportError } from '@tidemark/postgres';
import type { JobAttempt } from '@tidemark/queues';
import type { RunSourceDeps } from './open-run-source';
import { openRunSource } from './open-run-source';

export interface ImportJobDeps extends RunSourceDeps {
  readonly runs: ImportRunRepository;
  readonly ids: ImportIdRepository;
  readonly claimGroupTypes: (
    projectId: number,
    types: readonly NumberedGroupType[],
  ) => Promise<void>;
  readonly keys: PersonalApiKeyRepository;
  readonly users: Pick<UserRepository, 'findById'>;
  readonly projects: Pick<ProjectRepository, 'findById'>;
  /** Uses a connection that may append. */
  readonly ingestLog: IngestLog;
  /** The address of the project API; null when the operator did not configure it. */
  readonly apiUrl: string | null;
  /** Wall clock, ms since the epoch. */
  readonly now: () => number;
  /** Aborted when this process stops: the run goes on elsewhere. */
  readonly stopping: AbortSignal;
  readonly logger: Logger;
}

/** The number of unprocessed events above which an import waits: the rest of the log is for live events. */
const LOG_EVENTS = 50_000;
/** The default of INGEST_PARTITIONS, for a log to which no edge has written. */
const PARTITIONS = 16;

/**
 * Works on a run that was started by the API, from its current position to its end. Does nothing if another process
 * works on it, or if it has ended.
 * @throws when the run is to be tried again later
 */
export async function runImportJob(
  deps: ImportJobDeps,
  job: ImportJob,
  attempt: JobAttempt,
): Promise<void> {
  const { runs } = deps;
  const owner = randomUUID();
  const found = await runs.findById(job.project_id, job.run_id);
  if (found === null) return;
  if (found.state !== 'running') {
    // The run was cancelled after its worker had died.
    const user = await findStarter(deps, found);
    if (user !== null) await removeProjectKey(deps.keys, keyName(user, found));
    return;
  }
  // A run that waits for another one of its project is queued again by the sweep.
  if ((await runs.claim(found.id, owner, LEASE_MS)) !== 'claimed') return;
  // The last state that the previous process recorded.
  const run = (await runs.findById(job.project_id, job.run_id)) ?? found;
  const logger = deps.logger.child({ import: run.id, project: run.projectId });
  try {
    const user = await findStarter(deps, run);
    // The import acts as this user.
    if (user === null) {
      throw new ImportSourceError(
        'The user who started the import does not exist any more. Start it again.',
      );
    }
    const http = {
      ...deps.http,
      onWait: (until: Date | null) => runs.setWait(run.id, owner, until),
    };
    const secrets = await runs.secretsOf(run.id);
    const source = await openRunSource({ ...deps, http }, run, secrets, deps.stopping);
    try {
      await work(deps, { run, owner, user, source, isLastTry: attempt.isLast });
    } finally {
      source.close();
    }
  } catch (error) {
    if (error instanceof LostImportError) return;
    if (!(error instanceof ImportSourceError)) {
      await runs.release(run.id, owner);
      logger.warn({ err: error }, 'an import was interrupted');
      throw error;
    }
    const end = { state: 'failed', error: error.message, reconciliation: null } as const;
    await runs.finish(run.id, owner, end);
  }
}

async function work(
  deps: ImportJobDeps,
  given: {
    readonly run: ImportRun;
    readonly owner: string;
    readonly user: User;
    readonly source: ImportSource;
    readonly isLastTry: boolean;
  },
): Promise<void> {
  const { ingestLog, now, apiUrl: url } = deps;
  const { run, owner, user, source, isLastTry } = given;
  if (url === null) {
    throw new ImportSourceError('The query-worker of this installation has no API_URL.');
  }
  const partitions = (await ingestLog.partitions()) || PARTITIONS;
  const log = ingestLog.producer({ partitions, maxLength: LOG_EVENTS });
  const scopes = source.definitions === null ? importScopes.records : importScopes.definitions;
  await withProjectKey(
    deps.keys,
    { ...keyName(user, run), projectId: run.projectId, scopes },
    async (key) => {
      const project = { url, key, projectId: run.projectId };
      const target = createProjectTarget({
        ...{ ...project, log, now },
        claimGroupTypes: (types) => deps.claimGroupTypes(run.projectId, types),
        backlogMs: async () => (await ingestLog.state()).oldestAgeMs,
        isOverQuota: async () => {
          const limits = (await deps.projects.findById(run.projectId))?.quotaLimits ?? [];
          return isOverQuota(limits, 'events', now());
        },
      });
      const imports = { source, target, runs: deps.runs, ids: deps.ids };
      await runImport({ ...imports, unattended: { isLastTry } }, run, owner, deps.stopping);
    },
  );
}

/** Returns null if the user no longer exists. */
function findStarter({ users }: ImportJobDeps, { createdById }: ImportRun): Promise<User | null> {
  return createdById === null ? Promise.resolve(null) : users.findById(createdById);
}

/** The name of the key with which a run uses the project API. */
function keyName({ id: userId, organizationId }: User, run: ImportRun) {
  return { by: { organizationId, userId }, userId, label: `import ${run.id}` };
}
