import { execFile, spawn } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findFreePort } from '@tidemark/platform';
import { FIRST_PATH } from '../setup/first-path';
import { REPOSITORY, waitUntilReady } from '../test-support/standalone';

const run = promisify(execFile);

/** Enough time to install, build and start on a slow machine. */
const START_TIMEOUT_MS = 380_000;

export interface Owner {
  readonly uid: number;
  readonly gid: number;
}

/** Debian's user `nobody`, an ordinary user that owns no files. */
export const NOBODY: Owner = { uid: 65_534, gid: 65_534 };

/** A clone of the last commit of this checkout in a new directory, with a separate npm cache and home directory. */
export interface FreshClone {
  readonly directory: string;
  readonly root: string;
}

/**
 * Clones the repository.
 *
 * @param isPrivate whether the clone is in a directory that only its owner can enter
 * @param installed a clone that is moved there with its dependencies and its build, but without its data
 */
export async function cloneFresh(
  owner: Owner | null,
  isPrivate: boolean,
  installed?: FreshClone,
): Promise<FreshClone> {
  const root = await mkdtemp(join(isPrivate ? homedir() : tmpdir(), 'tidemark-clone-'));
  const directory = join(root, 'tidemark');
  if (installed === undefined) await cloneInto(directory);
  else {
    // It has a gigabyte, so it is moved instead of copied, where both are on one disk.
    await run('mv', [installed.directory, directory]);
    await rm(join(directory, 'data'), { recursive: true });
    await run('chown', ['-R', String(process.getuid?.()), directory]);
  }
  await mkdir(join(root, 'home'));
  if (owner !== null) await run('chown', ['-R', `${owner.uid}:${owner.gid}`, root]);
  if (owner !== null) await chown(root, owner.uid, owner.gid);
  await chmod(root, isPrivate ? 0o700 : 0o755);
  return { directory, root };
}

async function cloneInto(directory: string): Promise<void> {
  // The history is not needed: only the last commit is installed, built and started.
  const args = ['clone', '--quiet', '--depth', '1', `file://${REPOSITORY}`, directory];
  await run('git', args, {
    env: {
      ...process.env,
      GIT_CONFIG_COUNT: '1',
      GIT_CONFIG_KEY_0: 'safe.directory',
      GIT_CONFIG_VALUE_0: '*',
    },
  });
}

export interface StartedClone {
  readonly url: string;
  readonly output: () => string;
  stop(): Promise<number | null>;
}

/**
 * Runs `npm start` in the clone, as its owner and with a separate home directory. Resolves when `/_readyz` returns 200.
 */
export async function npmStart(clone: FreshClone, owner: Owner | null): Promise<StartedClone> {
  const port = await findFreePort();
  const child = spawn('npm', ['start'], {
    cwd: clone.directory,
    env: { ...ownEnvironment(), HOME: join(clone.root, 'home'), PORT: String(port) },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    ...(owner ?? {}),
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
  }
  const exited = new Promise<number | null>((resolve) => child.once('exit', resolve));
  const url = `http://127.0.0.1:${port}`;
  const ended = exited.then(() => {
    throw new Error(`npm start ended:\n${output}`);
  });
  await Promise.race([ended, waitUntilReady(url, START_TIMEOUT_MS)]);
  ended.catch(() => undefined);
  return {
    url,
    output: () => output,
    stop: () => {
      // As Ctrl-C in a terminal does, the signal is sent to the whole process group.
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
      return exited;
    },
  };
}

/** The environment of this process without the variables that `npm test` and the set-up of tests added. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const entries = Object.entries(process.env).filter(
    ([name]) => !/^(npm_|TEST_|JEST_|INIT_CWD|NODE_ENV)/.test(name),
  );
  return { ...Object.fromEntries(entries), PATH: process.env[FIRST_PATH] ?? process.env['PATH'] };
}
