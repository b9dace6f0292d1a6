import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

const run = promisify(execFile);

/** A Redis server program that can be started. */
export interface RedisServer {
  readonly command: string;
  /** The folders of its libraries; null if they are those of the system. */
  readonly libraryPath: string | null;
  readonly version: string;
}

/** Scripts that may run while Redis is full (`allow-oom`) need version 7.0. */
const LOWEST_MAJOR = 7;

/** Folders that may be missing in the PATH of an ordinary user. */
const USUAL_PLACES = ['/usr/bin', '/usr/local/bin', '/usr/sbin', '/opt/homebrew/bin'];

/** All paths where redis-server may be, best first. */
export function redisServerPlaces(searchPath: string): readonly string[] {
  const folders = [...searchPath.split(delimiter).filter(Boolean), ...USUAL_PLACES];
  return [...new Set(folders)].map((folder) => join(folder, 'redis-server'));
}

/** The first installed server that is new enough; null if there is none. */
export async function findRedisServer(places: readonly string[]): Promise<RedisServer | null> {
  for (const command of places) {
    if (!isExecutable(command)) continue;
    const version = await redisVersion(command, null);
    if (version !== null && isNewEnough(version)) return { command, libraryPath: null, version };
  }
  return null;
}

/** The version that `--version` prints (`7.0.15`); null if the program does not run. */
export async function redisVersion(
  command: string,
  libraryPath: string | null,
): Promise<string | null> {
  try {
    const env = libraryPath === null ? {} : { LD_LIBRARY_PATH: libraryPath };
    const { stdout } = await run(command, ['--version'], { env, timeout: 10_000 });
    return /\bv=(\d+\.\d+\.\d+)/.exec(stdout)?.[1] ?? null;
  } catch {
    // The program is for another machine, or a library is missing: the caller tries other paths.
    return null;
  }
}

/** Whether a version is supported. @param version such as `7.0.15` */
export function isNewEnough(version: string): boolean {
  return Number(version.split('.')[0]) >= LOWEST_MAJOR;
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    // The file does not exist, or this user may not execute it.
    return false;
  }
}
