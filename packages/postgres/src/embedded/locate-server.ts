import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { join } from 'node:path';
import { copyBundledServer, findBundledServer } from './bundled-binaries';
import type { PostgresServer } from './choose-server';
import { chooseServer, majorVersion } from './choose-server';
import type { RunAs } from './run-as';

const run = promisify(execFile);

export interface LocateServerOptions {
  /** Folders of installed servers, best first. */
  readonly installed: readonly string[];
  /** The folder for a copy of npm's binaries; only the current user can write to it. */
  readonly copyFolder: string;
  readonly user: RunAs | null;
  readonly dataMajor: number | null;
  readonly onProgress: (line: string) => void;
}

/**
 * Finds a server that the user can execute: an installed one, else npm's binaries in place, else a copy of them. This
 * is tested by executing it instead of checking permissions.
 */
export async function locateServer(options: LocateServerOptions): Promise<PostgresServer> {
  const servers = await workingServers(options.installed, options.user);
  try {
    return chooseServer(servers, options.dataMajor);
  } catch (error) {
    const bundled = await bundledServer(options);
    if (bundled === null) throw error;
    return chooseServer([...servers, bundled], options.dataMajor);
  }
}

async function bundledServer(options: LocateServerOptions): Promise<PostgresServer | null> {
  const bundled = findBundledServer(process.platform, process.arch);
  if (bundled === null) return null;
  const [inPlace] = await workingServers([join(bundled.root, 'bin')], options.user);
  if (inPlace !== undefined) return inPlace;
  options.onProgress(`copying the PostgreSQL binaries to ${options.copyFolder} (once)`);
  const folder = await copyBundledServer(bundled, options.copyFolder);
  const [copy] = await workingServers([folder], options.user);
  return copy ?? null;
}

async function workingServers(
  folders: readonly string[],
  user: RunAs | null,
): Promise<PostgresServer[]> {
  const found = await Promise.all(
    folders.map(async (folder) => ({ folder, major: await versionOf(folder, user) })),
  );
  return found.flatMap(({ folder, major }) => (major === null ? [] : [{ folder, major }]));
}

async function versionOf(folder: string, user: RunAs | null): Promise<number | null> {
  try {
    const { stdout } = await run(join(folder, 'postgres'), ['--version'], {
      cwd: '/',
      env: {},
      timeout: 10_000,
      ...(user ?? {}),
    });
    return majorVersion(stdout);
  } catch {
    // The user cannot execute it, or a library is missing.
    return null;
  }
}
