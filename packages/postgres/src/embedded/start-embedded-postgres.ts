import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Logger, ManagedProcess } from '@tidemark/platform';
import { findFreePort, spawnGuarded } from '@tidemark/platform';
import type { PostgresServer } from './choose-server';
import type { DataHome } from './data-home';
import { openDataHome, serverAccess } from './data-home';
import { installedServerFolders } from './find-postgres-servers';
import { ROLE, initCluster } from './init-cluster';
import { locateServer } from './locate-server';
import { ensureDatabase } from './ready';
import { createServerLines } from './server-lines';
import { serverSettings } from './server-settings';
import { stopLeftovers } from './stop-leftovers';

export interface EmbeddedPostgresOptions {
  /** DATA_DIR: the data is in its folder `postgres`, a copied server in its folder `engines`. */
  readonly dataDir: string;
  /** 0 or absent: a free port. After a restart, the previous port keeps the address for clients. */
  readonly port?: number;
  /** The password of the role `tidemark`; it is set when the data directory is created. */
  readonly password: string;
  readonly logger: Logger;
  /** The PATH that is searched after Debian's folders. */
  readonly searchPath?: string;
  /** Folders of installed servers instead of a search; if empty, only npm's binaries are used. */
  readonly installed?: readonly string[];
  /** Receives a line for each long step. */
  readonly onProgress?: (line: string) => void;
}

export interface EmbeddedPostgres extends ManagedProcess {
  /** postgres://tidemark:password@127.0.0.1:port/tidemark */
  readonly url: string;
  readonly port: number;
}

/** The time for a fast shutdown, which writes a checkpoint. */
const GRACE_MS = 30_000;
const PORT_ATTEMPTS = 3;
/** For root, the copy of the binaries must be accessible to the server's user; it contains no data. */
const SHARED_CACHE = '/var/cache/tidemark';

/**
 * Starts an embedded PostgreSQL on a loopback port and resolves when it accepts queries. It ends with this process,
 * even if this process is killed.
 * @throws an error with one line that says what is missing or what the server reported
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const home = await openDataHome(options.dataDir);
  try {
    const server = await locateServer({
      installed: options.installed ?? installedServerFolders(options.searchPath ?? ''),
      copyFolder: home.user === null ? join(options.dataDir, 'engines') : SHARED_CACHE,
      user: home.user,
      dataMajor: home.dataMajor,
      onProgress: options.onProgress ?? (() => undefined),
    });
    const data = join(home.folder, 'data');
    if (home.dataMajor === null && !existsSync(data)) {
      options.onProgress?.(`preparing PostgreSQL ${server.major} (once)`);
      await initCluster(server, home, options.password);
    }
    await stopLeftovers(data, GRACE_MS, options.logger);
    return await launchOnSomePort(options, server, home);
  } finally {
    await home.handle?.close();
  }
}

async function launchOnSomePort(
  options: EmbeddedPostgresOptions,
  server: PostgresServer,
  home: DataHome,
): Promise<EmbeddedPostgres> {
  for (let attempt = 1; ; attempt += 1) {
    const port = options.port || (await findFreePort());
    try {
      return await launch(options, server, home, port);
    } catch (error) {
      const portIsGone = error instanceof Error && error.message.includes('Address already in use');
      if (options.port || !portIsGone || attempt === PORT_ATTEMPTS) throw error;
    }
  }
}

async function launch(
  options: EmbeddedPostgresOptions,
  server: PostgresServer,
  home: DataHome,
  port: number,
): Promise<EmbeddedPostgres> {
  const lines = createServerLines(home);
  const postgres = await spawnGuarded({
    command: join(server.folder, 'postgres'),
    args: ['-D', `${home.inside}/data`, ...serverSettings({ port })],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    stopSignal: 'INT',
    graceMs: GRACE_MS,
    ...serverAccess(home),
    onLine: (line) => {
      options.logger.info({ engine: 'postgres' }, lines.add(line));
    },
  });
  const url = `postgres://${ROLE}:${encodeURIComponent(options.password)}@127.0.0.1:${port}/${ROLE}`;
  try {
    await ensureDatabase(url, postgres.exited, () => lines.reason());
  } catch (error) {
    await postgres.stop();
    throw error;
  }
  return { ...postgres, url, port };
}
