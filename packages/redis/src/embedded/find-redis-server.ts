import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const run = promisify(execFile);

/** A server we can start. */
export interface RedisServer {
  readonly command: string;
  /** Where its libraries lie when they are not the system's. */
  readonly libraryPath: string | null;
  readonly version: string;
}

/** Scripts that may run while the server is full (`allow-oom`) came with 7.0. */
const LOWEST_MAJOR = 7;

/** Places a login shell of an ordinary user may lack in its PATH. */
const USUAL_PLACES = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/opt/homebrew/bin'];

/** Every place in which a redis-server may lie, best first. */
export function redisServerPlaces(searchPath: string): readonly string[] {
  const folders = [...searchPath.split(delimiter).filter(Boolean), ...USUAL_PLACES];
  return [...new Set(folders)].map((folder) => join(folder, 'redis-server'));
}

/** The first installed server that is new enough, or null. */
export async function findRedisServer(places: readonly string[]): Promise<RedisServer | null> {
  for (const command of places) {
    if (!isExecutable(command)) continue;
    const version = await redisVersion(command, null);
    if (version !== null && isNewEnough(version)) return { command, libraryPath: null, version };
  }
  return null;
}

/** The version that `--version` prints (`7.0.15`), or null if the program does not run. */
export async function redisVersion(
  command: string,
  libraryPath: string | null,
): Promise<string | null> {
  try {
    const env = libraryPath === null ? {} : { LD_LIBRARY_PATH: libraryPath };
    const { stdout } = await run(command, ['--version'], { env, timeout: 10_000 });
    return /\bv=(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? null;
  } catch {
    // Not for this machine, or a library is missing: the caller looks elsewhere.
    return null;
  }
}

/** @param version as `7.0.15` */
export function isNewEnough(version: string): boolean {
  return Number(version.split('.')[0]) >= LOWEST_MAJOR;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // Absent or not ours to run: both mean "not here".
    return false;
  }
}
