import { accessSync, constants, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { ServiceNode } from '@tidemark/node-runtime';
import { chooseServiceNode } from '@tidemark/node-runtime';
import { createLogger, isPortFree, plainMessage } from '@tidemark/platform';
import type { StandaloneConfig } from './config';
import { inheritedEnvironment } from './config';
import { createProgress } from './console/progress';
import { reportTo } from './supervisor/report';
import { baseUrl, summary } from './console/summary';
import { noteShown, wasShown } from './data-dir/shown-key';
import type { Terminal } from './console/terminal';
import { publishAddress, withdrawAddress } from './data-dir/address-file';
import { createChildRecord, endRecordedChildren } from './data-dir/child-record';
import { DataDirInUseError, lockDataDir } from './data-dir/lock';
import { loadSecrets } from './data-dir/secrets';
import { publishStores, withdrawStores } from './data-dir/stores-file';
import { watchDataDir } from './data-dir/watch-data-dir';
import { rejectUnfinishedRestore } from './data-dir/unfinished-restore';
import { keepSpace, requireSpaceToStart } from './disk/keep-space';
import { startEngines } from './engines';
import { requireGivenStores } from './given-stores';
import { createProcessLogs } from './logs/process-log';
import { prepareSchemas } from './schemas';
import { hasEmbeddedStore } from './service-plan';
import { startServices } from './services';
import { DEFAULT_BACK_OFF } from './supervisor/back-off';
import { createSupervisor } from './supervisor/supervisor';

export interface Standalone {
  /** Resolves when all processes are ready. Rejects with one line, after all are stopped, if the start fails. */
  readonly started: Promise<void>;
  /** Stops all processes in reverse order and releases the data directory. Safe to call twice. */
  stop(): Promise<void>;
}

/**
 * Starts all of Tidemark with one data directory: engines, schemas, services, public port.
 *
 * @throws DataDirInUseError at once if another start uses the directory; Error with one line if a restore into it has
 * not finished
 */
export function runStandalone(config: StandaloneConfig, terminal: Terminal): Standalone {
  rejectUnfinishedRestore(config.DATA_DIR);
  if (hasEmbeddedStore(config)) requireSpaceToStart(config.DATA_DIR, config.DISK_MIN_FREE_BYTES);
  const folders = makeFolders(config.DATA_DIR);
  const unlock = claimFolder(config.DATA_DIR, folders.run);
  const progress = createProgress(terminal);
  const logs = createProcessLogs(folders.logs, terminal);
  const space = keepSpace({
    dataDir: config.DATA_DIR,
    runDir: folders.run,
    minFreeBytes: hasEmbeddedStore(config) ? config.DISK_MIN_FREE_BYTES : 0,
    terminal,
  });
  const supervisor = createSupervisor({
    report: reportTo(
      terminal,
      (name) => join(folders.logs, `${name}.log`),
      () => space.cause(),
    ),
    record: createChildRecord(folders.run, (error) =>
      terminal.warn(
        `the list of running processes cannot be written: ${plainMessage(error)}. Tidemark continues; after a crash, check before the next start that none of its processes is running`,
      ),
    ),
    backOff: DEFAULT_BACK_OFF,
  });

  const folder = watchDataDir(config.DATA_DIR, folders.run, terminal);

  const startAll = async (): Promise<void> => {
    terminal.line(`Starting Tidemark on ${config.DATA_DIR}`);
    await endRecordedChildren(folders.run, (names) =>
      terminal.warn(
        `processes of an earlier start still run (${names.join(', ')}); waiting until they have ended`,
      ),
    );
    await claimPort(config);
    const secrets = loadSecrets(config.DATA_DIR, givenKeys(config));
    const logger = createLogger('standalone', config.LOG_LEVEL, { write: logs.of('standalone') });
    await requireGivenStores(config, logger);
    const searchPath = inheritedEnvironment().PATH ?? '';
    const { requireSame: requireDataDir } = folder;
    const node = chooseNode(config, terminal);
    const deps = { config, secrets, supervisor, progress, logs, node, searchPath, requireDataDir };
    const urls = await startEngines(deps);
    publishStores(folders.run, config, urls);
    const project = await progress.step('schemas', () =>
      prepareSchemas(urls, secrets, config, logger),
    );
    const listening = await startServices(deps, urls);
    publishAddress(folders.run, baseUrl(config.HOST, listening.port));
    terminal.line(
      summary({
        host: config.HOST,
        hasConsole: config.CONSOLE === 'on',
        dataDir: config.DATA_DIR,
        ...listening,
        ...secrets,
        ...project,
        showsPersonalKey: !wasShown(folders.run, secrets.personalApiKey),
      }),
    );
    noteShown(folders.run, secrets.personalApiKey);
  };

  const stopAll = async (): Promise<void> => {
    folder.stop();
    withdrawStores(folders.run);
    withdrawAddress(folders.run);
    await supervisor.stop();
    space.stop();
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

function chooseNode({ SERVICE_NODE }: StandaloneConfig, terminal: Terminal): ServiceNode {
  const node = chooseServiceNode(SERVICE_NODE);
  if (node.problem !== null) {
    terminal.warn(`${node.problem}. Services run on Node.js ${node.version} and are slower.`);
  } else if (node.path !== process.execPath) {
    terminal.line(`Services run on Node.js ${node.version}, which npm has installed`);
  }
  return node;
}

function makeFolders(dataDir: string): { readonly run: string; readonly logs: string } {
  const folders = { run: join(dataDir, 'run'), logs: join(dataDir, 'logs') };
  try {
    mkdirSync(dataDir, { recursive: true });
    for (const folder of Object.values(folders)) {
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      accessSync(folder, constants.W_OK | constants.X_OK);
    }
  } catch (error) {
    throw new Error(`DATA_DIR: ${folderProblem(dataDir, error)}`, { cause: error });
  }
  return folders;
}

function claimFolder(dataDir: string, runDir: string): () => void {
  try {
    return lockDataDir(dataDir, runDir);
  } catch (error) {
    if (error instanceof DataDirInUseError) throw error;
    throw new Error(`DATA_DIR: ${folderProblem(dataDir, error)}`, { cause: error });
  }
}

function folderProblem(dataDir: string, error: unknown): string {
  const { code } = error as NodeJS.ErrnoException;
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `${dataDir} is a file or lies below one. Set DATA_DIR to a folder.`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `${dataDir} cannot be written by the user of this process. Give that user the folder, or set DATA_DIR to another one.`;
    default:
      return `${dataDir} cannot be used: ${plainMessage(error)}`;
  }
}

/** Checks the ports before the engines are started. @throws Error with one line if a port is in use */
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
