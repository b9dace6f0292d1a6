import { existsSync } from 'node:fs';
import { readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unpackDebianPackages } from '@tidemark/platform';
import type { RedisServer } from './find-redis-server';
import { redisVersion } from './find-redis-server';

/** The program of redis-server is a link to a file of redis-tools. */
const PACKAGES = ['redis-server', 'redis-tools'];

/**
 * Unpacks Debian's redis-server and the libraries that this machine lacks into `directory`, without root privileges
 * and without changes of the system: apt uses its own lists and cache, and `dpkg -x` only extracts. An existing copy
 * is reused.
 * @throws an error with one line that says what is missing
 */
export async function unpackDebianRedis(
  directory: string,
  onProgress: (line: string) => void,
): Promise<RedisServer> {
  const cached = await unpackedServer(directory);
  if (cached !== null) return cached;
  onProgress("unpacking redis-server from Debian's packages (once)");
  const work = `${directory}.unpacking`;
  try {
    await rm(work, { recursive: true, force: true });
    await unpackDebianPackages(PACKAGES, work);
    await rm(directory, { recursive: true, force: true });
    await rename(join(work, 'root'), directory);
  } catch (error) {
    throw new Error(
      `Redis is needed, redis-server is not installed and could not be unpacked from Debian's packages (${reason(error)}). Install redis-server 7 or newer, or set REDIS_URL.`,
      { cause: error },
    );
  } finally {
    await rm(work, { recursive: true, force: true });
  }
  const server = await unpackedServer(directory);
  if (server === null) {
    throw new Error(
      `redis-server unpacked into ${directory} does not run on this machine. Install redis-server 7 or newer, or set REDIS_URL.`,
    );
  }
  return server;
}

/** The server in a directory that was filled earlier; null if it is missing or does not run. */
async function unpackedServer(directory: string): Promise<RedisServer | null> {
  const command = join(directory, 'usr/bin/redis-server');
  if (!existsSync(command)) return null;
  const libraryPath = (await libraryFolders(directory)).join(':');
  const version = await redisVersion(command, libraryPath);
  return version === null ? null : { command, libraryPath, version };
}

/** `usr/lib`, `lib` and their subfolders for the machine's architecture (`x86_64-linux-gnu`). */
async function libraryFolders(root: string): Promise<string[]> {
  const folders: string[] = [];
  for (const base of [join(root, 'usr/lib'), join(root, 'lib')]) {
    if (!existsSync(base)) continue;
    const entries = await readdir(base, { withFileTypes: true });
    const triplets = entries.filter((entry) => entry.isDirectory() && entry.name.includes('-'));
    folders.push(...triplets.map((entry) => join(base, entry.name)), base);
  }
  return folders;
}

function reason(error: unknown): string {
  const { code, stderr, message, path } = error as NodeJS.ErrnoException & { stderr?: string };
  if (code === 'ENOENT') return `${path ?? 'apt-get'} not found`;
  const firstLine = (stderr ?? '').split('\n').find((line) => line.trim() !== '');
  return firstLine?.trim() ?? message;
}
