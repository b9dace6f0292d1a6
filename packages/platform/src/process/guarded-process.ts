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
  /** Resolves when all processes of its group have exited. */
  readonly exited: Promise<ProcessExit>;
  /** Sends the stop signal, waits up to the grace, then kills the process. May be called twice. */
  stop(): Promise<ProcessExit>;
}

export interface GuardedProcessOptions {
  readonly command: string;
  readonly args: readonly string[];
  /** The complete environment of the program; no variable is inherited. */
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** The signal that stops the engine. */
  readonly stopSignal: 'TERM' | 'INT';
  /** The time in ms after which the process is killed if it has not exited. */
  readonly graceMs: number;
  /** The user that runs the program; requires root. */
  readonly user?: { readonly uid: number; readonly gid: number };
  /** An open directory, which is /proc/self/fd/3 for the engine. */
  readonly directoryFd?: number;
  /** Called with every line of stdout and stderr. */
  readonly onLine: (line: string) => void;
}

type GuardChild = ChildProcessByStdio<Writable, Readable, Readable>;

/** The time after the guard's own grace before the whole group is killed. */
const GUARD_SLACK_MS = 2_000;

/**
 * Starts an independent program so that it never runs longer than this process: a small shell between the two stops
 * it when the pipe from this process is closed, which the kernel does even if this process is killed.
 *
 * The program has its own process group, so a Ctrl-C in the terminal does not reach it directly.
 *
 * @throws if the program cannot be started
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
  // Nothing is written to it, but closing the pipe fails if the engine has already exited.
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
