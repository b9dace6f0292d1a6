import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainMessage } from '@tidemark/platform';
import { ROLE } from './init-cluster';

/** The line of `postmaster.pid` that contains the port. */
const PORT_LINE = 3;

/**
 * The URL of the embedded Postgres of a running installation, read from its files. The current user must be able to
 * read the data directory.
 * @throws an error with one line if no server runs on this directory, or its files cannot be read
 */
export function runningPostgresUrl(dataDir: string): string {
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const secretsFile = join(dataDir, 'secrets.json');
  const state = contentOf(pidFile);
  const secrets = contentOf(secretsFile);
  if (state === null || secrets === null) {
    throw new Error(
      `Postgres is not running in ${dataDir}: start Tidemark, or set DATA_DIR or DATABASE_URL`,
    );
  }
  const port = state.split('\n')[PORT_LINE]?.trim() ?? '';
  if (!/^\d+$/.test(port)) throw new Error(`${pidFile} is damaged: restart Tidemark`);
  const password = passwordIn(secrets);
  if (password === null) {
    throw new Error(`${secretsFile} is damaged: restore it from a backup, or set DATABASE_URL`);
  }
  return `postgres://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${ROLE}`;
}

/** The text of a file; null if it does not exist. */
function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(
      `${plainMessage(error)}: run the command as the user that runs Tidemark, or set DATABASE_URL`,
      { cause: error },
    );
  }
}

function passwordIn(secrets: string): string | null {
  try {
    const { postgresPassword } = JSON.parse(secrets) as { readonly postgresPassword?: unknown };
    return typeof postgresPassword === 'string' ? postgresPassword : null;
  } catch {
    // Not JSON; the caller reports which file is damaged.
    return null;
  }
}
