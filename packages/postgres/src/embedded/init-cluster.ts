import { chown, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnGuarded } from '@tidemark/platform';
import type { PostgresServer } from './choose-server';
import type { DataHome } from './data-home';
import { serverAccess } from './data-home';
import { createServerLines } from './server-lines';

/** The only role of the embedded server. */
export const ROLE = 'tidemark';

const GRACE_MS = 5_000;

/**
 * Creates the files of the cluster. They are created in a temporary folder and moved when complete, so that an
 * interrupted start leaves no incomplete data.
 * @throws an error with one line that contains initdb's reason
 */
export async function initCluster(
  server: PostgresServer,
  home: DataHome,
  password: string,
): Promise<void> {
  const unfinished = join(home.folder, 'unfinished');
  const passwordFile = join(home.folder, 'initial-password');
  await rm(unfinished, { recursive: true, force: true });
  await rm(passwordFile, { force: true });
  await writeFile(passwordFile, password, { mode: 0o600 });
  if (home.user !== null) await chown(passwordFile, home.user.uid, home.user.gid);
  try {
    await runInitdb(server, home);
  } finally {
    await rm(passwordFile, { force: true });
  }
  await rename(unfinished, join(home.folder, 'data'));
}

async function runInitdb(server: PostgresServer, home: DataHome): Promise<void> {
  const lines = createServerLines(home);
  const initdb = await spawnGuarded({
    command: join(server.folder, 'initdb'),
    args: [
      `--pgdata=${home.inside}/unfinished`,
      `--username=${ROLE}`,
      `--pwfile=${home.inside}/initial-password`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      // Changes of letter case work for all scripts, not only for ASCII.
      '--lc-ctype=C.UTF-8',
      '--data-checksums',
    ],
    env: { PATH: '/usr/bin:/bin' },
    cwd: '/',
    stopSignal: 'TERM',
    graceMs: GRACE_MS,
    ...serverAccess(home),
    onLine: (line) => void lines.add(line),
  });
  const { code } = await initdb.exited;
  if (code !== 0)
    throw new Error(
      `the data of PostgreSQL could not be created in ${home.folder}: ${lines.reason()}`,
    );
}
