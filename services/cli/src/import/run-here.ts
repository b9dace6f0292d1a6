import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { HttpDeps, ImportEnd, ImportSource } from '@tidemark/import-runs';
import { createProjectTarget, LEASE_MS, runImport } from '@tidemark/import-runs';
import { openIngestLog } from '@tidemark/log-drivers';
import { createLogger } from '@tidemark/platform';
import type { ImportRun, Project, User } from '@tidemark/postgres';
import {
  claimGroupTypes,
  createDatabase,
  createImportIdRepository,
  createImportRunRepository,
} from '@tidemark/postgres';
import { closeRedis, createRedis } from '@tidemark/redis';
import type { Environment } from '../config';
import { databaseUrl, kafkaUrl, redisUrl } from '../config';
import { CommandError, EXIT } from '../exit-codes';
import { productAddress } from '../running-address';
import type { Terminal } from '../terminal';
import { findProject, withProjectKey } from './product-key';

/** The number of unprocessed events above which an import waits. The rest of the log is reserved for other events. */
const LOG_EVENTS = 50_000;
/** The default of INGEST_PARTITIONS, for a log to which no edge has written. */
const PARTITIONS = 16;

export interface RunHereOptions {
  readonly project: number;
  readonly url?: string;
}

/**
 * Runs an import in this process, and continues an open import of the same source.
 *
 * @throws CommandError, ImportSourceError
 */
export async function runHere(
  env: Environment,
  terminal: Terminal,
  options: RunHereOptions,
  openSource: (http: HttpDeps, signal: AbortSignal) => Promise<ImportSource>,
  http: HttpDeps,
): Promise<{ readonly run: ImportRun; readonly end: ImportEnd }> {
  const url = productAddress(env, options.url);
  const logger = createLogger('tidemark', 'silent');
  const database = createDatabase(databaseUrl(env), { poolSize: 4, logger });
  const redis = createRedis(redisUrl(env), 'request', logger);
  const ingestLog = openIngestLog({ url: kafkaUrl(env), redis, partitions: 0, logger });
  const stopping = new AbortController();
  try {
    const { user, project } = await findProject(database, options.project);
    const runs = createImportRunRepository(database);
    let claimed: Claimed | null = null;
    const onWait = async (until: Date | null): Promise<void> => {
      if (until !== null) terminal.err(`waiting for the source until ${until.toISOString()}`);
      if (claimed !== null) await runs.setWait(claimed.run.id, claimed.owner, until);
    };
    const source = await openSource({ ...http, onWait }, stopping.signal);
    try {
      const run = await claimRun(runs, project, user, source, terminal);
      claimed = run;
      const partitions = (await ingestLog.partitions()) || PARTITIONS;
      const log = ingestLog.producer({ partitions, maxLength: LOG_EVENTS });
      const end = await withProjectKey(database, user, project.id, `import ${run.run.id}`, (key) =>
        runImport(
          {
            source,
            target: createProjectTarget({
              ...{ url, key, projectId: project.id, log, now: Date.now },
              claimGroupTypes: (types) => claimGroupTypes(database, project.id, types),
              backlogMs: async () => (await ingestLog.state()).oldestAgeMs,
            }),
            runs,
            ids: createImportIdRepository(database),
            onProgress: progressTo(terminal),
          },
          run.run,
          run.owner,
          stopping.signal,
        ),
      );
      const ended = (await runs.findById(project.id, run.run.id)) ?? run.run;
      return { run: ended, end };
    } finally {
      source.close();
    }
  } finally {
    stopping.abort();
    await ingestLog.close();
    await closeRedis(redis);
    await database.close();
  }
}

interface Claimed {
  readonly run: ImportRun;
  readonly owner: string;
}

/** Claims the open run of this source, or a new one. Waits for a process that may still be working on it. */
async function claimRun(
  runs: ReturnType<typeof createImportRunRepository>,
  project: Project,
  user: User,
  source: ImportSource,
  terminal: Terminal,
): Promise<Claimed> {
  const open = await runs.findOpen(project.id, source.key);
  const run =
    open ??
    (await runs.create(project.id, {
      source: source.kind,
      sourceKey: source.key,
      settings: source.settings,
      createdById: user.id,
    }));
  if (open !== null) terminal.err(`continuing import ${run.id}, at ${run.phase ?? 'its start'}`);
  const owner = randomUUID();
  const until = Date.now() + LEASE_MS * 2;
  for (;;) {
    const claim = await runs.claim(run.id, owner, LEASE_MS);
    if (claim === 'claimed') break;
    if (Date.now() > until) {
      // A run of this command that never started would otherwise wait forever.
      if (open === null) await runs.cancel(project.id, run.id);
      throw new CommandError(
        claim === 'busy'
          ? `another import is running in project ${project.id}`
          : `another process is running import ${run.id}`,
        EXIT.failed,
      );
    }
    await sleep(500);
  }
  // The last state that the previous process recorded.
  return { run: (await runs.findById(project.id, run.id)) ?? run, owner };
}

const PROGRESS_MS = 2_000;

function progressTo(terminal: Terminal) {
  let shownAt = 0;
  let shownPhase = '';
  return (phase: string, counts: Readonly<Record<string, number>>): void => {
    if (phase === shownPhase && Date.now() - shownAt < PROGRESS_MS) return;
    shownAt = Date.now();
    shownPhase = phase;
    const texts = Object.entries(counts).map(([name, count]) => `${count} ${plural(name)}`);
    terminal.err(`${phase.replaceAll('_', ' ')}: ${texts.join(', ') || 'nothing yet'}`);
  };
}

export function plural(name: string): string {
  const text = name.replaceAll('_', ' ');
  return text.endsWith('s') ? text : `${text}s`;
}
