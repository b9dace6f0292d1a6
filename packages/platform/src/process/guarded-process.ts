import type { ChildProcessByStdio } from 'node:child_process';
import { spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { createInterface } from 'node:readline';
import type { ProcessExit } from './exit';
import { exitOf } from './exit';
import { GUARD_SCRIPT } from './guard-script';
import { killGroup } from './signals';

/** A process that another program started and will stop. */
export interface ManagedProcess {
  readonly pid: number;
  /** Resolves when the process and its whole group have exited. */
  readonly exited: Promise<ProcessExit>;
  /** Asks it to stop, waits for the grace it was given, then kills it. Safe to call twice. */
  stop(): Promise<ProcessExit>;
}

export interface GuardedProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The whole environment: nothing is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** How the engine is asked to stop. */
  readonly stopSignal: 'TERM' | 'INT';
  /** The time in ms after which the process is killed if it has not exited. */
  readonly graceMs: number;
  /** Run as this user; needs root. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** An open directory the engine finds as /proc/self/fd/3. */
  readonly directoryFd?: number;
  /** Every line of stdout and stderr. */
  readonly onLine: (line: string) => void;
}

type GuardChild = ChildProcessByStdio<Writable, Readable, Readable>;

/** Time on top of the guard's own grace before the whole group is killed from outside. */
const GUARD_SLACK_MS = 2_000;

/**
 * Starts a program that knows nothing of us so that it never outlives us: a small shell in between
 * stops it as soon as our end of a pipe closes, which the kernel does even when we are killed.
 *
 * It runs in its own process group, so a Ctrl-C in the terminal reaches it only through us.
 *
 * @throws when the program cannot be started at all.
 */
export async function spawnGuarded(options: GuardedProcessOptions): Promise<ManagedProcess> {
  const ticks = Math.max(1, Math.ceil(options.graceMs / 100));
  const child = spawn(
    '/bin/sh',
    [
      '-c',
      GUARD_SCRIPT,
      'tidemark-guard',
      options.stopSignal,
      String(ticks),
      options.command,
      ...options.args,
    ],
    {
      cwd: options.cwd,
      env: options.env,
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe', options.directoryFd ?? 'ignore'],
      ...(options.user ?? {}),
    },
  ) as GuardChild;
  await spawned(child);
  for (const stream of [child.stdout, child.stderr]) {
    createInterface({ input: stream }).on('line', options.onLine);
  }
  return manage(child, options.graceMs);
}

function manage(child: GuardChild, graceMs: number): ManagedProcess {
  const pid = child.pid ?? 0;
  const exited = exitOf(child);
  child.once('exit', () => child.stdin.destroy());
  // Nothing is ever written; the engine may have exited when the pipe is closed.
  child.stdin.on('error', () => undefined);
  return {
    pid,
    exited,
    stop: async () => {
      child.stdin.destroy();
      const timer = setTimeout(() => killGroup(pid), graceMs + GUARD_SLACK_MS);
      try {
        return await exited;
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function spawned(child: GuardChild): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
}
