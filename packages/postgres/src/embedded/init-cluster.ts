import { chown, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { spawnGuarded } from '@tidemark/platform';
import type { PostgresServer } from './choose-server';
import type { DataHome } from './data-home';
import { serverAccess } from './data-home';
import { createServerLines } from './server-lines';

/** The one role of the embedded server. */
export const ROLE = 'tidemark';

const GRACE_MS = 5_000;

/**
 * Makes the cluster's files. They are made beside their final place and moved there when complete,
 * so that a start that was killed half-way leaves nothing that looks like data.
 *
 * @throws one line with initdb's own reason
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
      // Lower and upper case of every script, not of ASCII only.
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
