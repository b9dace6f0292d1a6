import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { createLogger, isPortFree } from '@tidemark/platform';
import type { StandaloneConfig } from './config';
import { inheritedEnvironment } from './config';
import { createProgress } from './console/progress';
import { reportTo } from './console/report';
import { summary } from './console/summary';
import type { Terminal } from './console/terminal';
import { createChildRecord, endRecordedChildren } from './data-dir/child-record';
import { lockDataDir } from './data-dir/lock';
import { loadSecrets } from './data-dir/secrets';
import { publishStores, withdrawStores } from './data-dir/stores-file';
import { refuseUnfinishedRestore } from './data-dir/unfinished-restore';
import { startEngines } from './engines';
import { createProcessLogs } from './logs/process-log';
import { prepareSchemas } from './schemas';
import { startServices } from './services';
import { DEFAULT_BACK_OFF } from './supervisor/back-off';
import { createSupervisor } from './supervisor/supervisor';

export interface Standalone {
  /** Resolves when everything answers; rejects with one line, everything stopped, when it cannot. */
  readonly started: Promise<void>;
  /** Stops everything in reverse order and releases the data directory. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts the whole of Tidemark on one data directory: engines, schemas, services, public port.
 *
 * @throws DataDirInUseError at once when another start has the directory, and one line when a restore
 * into it did not finish
 */
export function runStandalone(config: StandaloneConfig, terminal: Terminal): Standalone {
  refuseUnfinishedRestore(config.DATA_DIR);
  const folders = makeFolders(config.DATA_DIR);
  const unlock = lockDataDir(config.DATA_DIR, folders.run);
  const progress = createProgress(terminal);
  const logs = createProcessLogs(folders.logs, terminal);
  const supervisor = createSupervisor({
    report: reportTo(terminal),
    record: createChildRecord(folders.run),
    backOff: DEFAULT_BACK_OFF,
  });

  const startAll = async (): Promise<void> => {
    terminal.line(`Starting Tidemark on ${config.DATA_DIR}`);
    await endRecordedChildren(folders.run, (names) =>
      terminal.warn(`waiting for an earlier start's ${names.join(', ')} to end`),
    );
    await claimPort(config);
    const secrets = loadSecrets(config.DATA_DIR, givenKeys(config));
    const searchPath = inheritedEnvironment().PATH ?? '';
    const deps = { config, secrets, supervisor, progress, logs, searchPath };
    const urls = await startEngines(deps);
    publishStores(folders.run, config, urls);
    const logger = createLogger('standalone', config.LOG_LEVEL, { write: logs.of('standalone') });
    const project = await progress.step('schemas', () => prepareSchemas(urls, secrets, logger));
    const listening = await startServices(deps, urls);
    terminal.line(
      summary({
        host: config.HOST,
        dataDir: config.DATA_DIR,
        ...listening,
        ...secrets,
        ...project,
      }),
    );
  };

  const stopAll = async (): Promise<void> => {
    withdrawStores(folders.run);
    await supervisor.stop();
    unlock();
  };
  let stopping: Promise<void> | null = null;
  const stop = (): Promise<void> => (stopping ??= stopAll());

  const started = startAll().catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return { started, stop };
}

function makeFolders(dataDir: string): { readonly run: string; readonly logs: string } {
  const folders = { run: join(dataDir, 'run'), logs: join(dataDir, 'logs') };
  mkdirSync(dataDir, { recursive: true });
  for (const folder of Object.values(folders)) mkdirSync(folder, { recursive: true, mode: 0o700 });
  return folders;
}

/** Says so before the engines start, not after. */
async function claimPort({ PORT, HOST, METRICS_PORT }: StandaloneConfig): Promise<void> {
  if (PORT !== 0 && !(await isPortFree(PORT, HOST))) {
    throw new Error(`port ${PORT} on ${HOST} is taken. Stop what listens there or set PORT.`);
  }
  if (METRICS_PORT !== 0 && !(await isPortFree(METRICS_PORT, '127.0.0.1'))) {
    throw new Error(`port ${METRICS_PORT} is taken. Stop what listens there or set METRICS_PORT.`);
  }
}

function givenKeys(config: StandaloneConfig) {
  const { BOOTSTRAP_PROJECT_API_KEY: project, BOOTSTRAP_PERSONAL_API_KEY: personal } = config;
  return {
    ...(project === undefined ? {} : { projectApiKey: project }),
    ...(personal === undefined ? {} : { personalApiKey: personal }),
  };
}
