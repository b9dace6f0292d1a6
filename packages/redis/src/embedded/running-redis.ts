import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { plainMessage } from '@tidemark/platform';

/**
 * The URL of the embedded Redis of a running installation, read from its configuration file. The current user must be
 * able to read the data directory.
 * @throws an error with one line if no server was started on this directory, or it has stopped
 */
export function runningRedisUrl(dataDir: string): string {
  const directory = join(dataDir, 'redis');
  const path = join(directory, 'redis.conf');
  const conf = contentOf(path);
  if (conf === null || !existsSync(join(directory, 'redis.pid'))) {
    throw new Error(
      `Redis is not running in ${dataDir}: start Tidemark, or set DATA_DIR or REDIS_URL`,
    );
  }
  const port = /^port (\d+)$/m.exec(conf)?.[1];
  const password = /^requirepass "(.*)"$/m.exec(conf)?.[1]?.replace(/\\(.)/g, '$1');
  if (port === undefined || password === undefined) {
    throw new Error(`${path} is damaged: restart Tidemark, which writes it again`);
  }
  return `redis://:${encodeURIComponent(password)}@127.0.0.1:${port}`;
}

/** The text of a file; null if it does not exist. */
function contentOf(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return null;
    throw new Error(
      `${plainMessage(error)}: run the command as the user that runs Tidemark, or set REDIS_URL`,
      { cause: error },
    );
  }
}
