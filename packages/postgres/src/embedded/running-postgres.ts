import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ROLE } from './init-cluster';

/** Which line of `postmaster.pid` has the port. */
const PORT_LINE = 3;

/**
 * Where the embedded Postgres of a running product is, read off its own files. Only who may read the data
 * directory can.
 *
 * @throws one line when nothing runs on this directory.
 */
export function runningPostgresUrl(dataDir: string): string {
  const pidFile = join(dataDir, 'postgres', 'data', 'postmaster.pid');
  const secretsFile = join(dataDir, 'secrets.json');
  if (!existsSync(pidFile) || !existsSync(secretsFile)) {
    throw new Error(
      `no Postgres runs on ${dataDir}: start Tidemark, or set DATA_DIR or DATABASE_URL`,
    );
  }
  const port = readFileSync(pidFile, 'utf8').split('\n')[PORT_LINE]?.trim() ?? '';
  const { postgresPassword: password } = JSON.parse(readFileSync(secretsFile, 'utf8')) as {
    readonly postgresPassword?: unknown;
  };
  if (!/^\d+$/.test(port)) throw new Error(`${pidFile} cannot be read`);
  if (typeof password !== 'string') throw new Error(`${secretsFile} cannot be read`);
  return `postgres://${ROLE}:${encodeURIComponent(password)}@127.0.0.1:${port}/${ROLE}`;
}
