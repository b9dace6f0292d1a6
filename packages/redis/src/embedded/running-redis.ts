import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where the embedded Redis of a running product is, read off its own configuration file. Only who may
 * read the data directory can.
 *
 * @throws one line when nothing has been started on this directory, or it has stopped.
 */
export function runningRedisUrl(dataDir: string): string {
  const directory = join(dataDir, 'redis');
  const path = join(directory, 'redis.conf');
  if (!existsSync(path) || !existsSync(join(directory, 'redis.pid'))) {
    throw new Error(`no Redis runs on ${dataDir}: start Tidemark, or set DATA_DIR or REDIS_URL`);
  }
  const conf = readFileSync(path, 'utf8');
  const port = /^port (\d+)$/m.exec(conf)?.[1];
  const password = /^requirepass "(.*)"$/m.exec(conf)?.[1]?.replace(/\\(.)/g, '$1');
  if (port === undefined || password === undefined) throw new Error(`${path} cannot be read`);
  return `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
}
