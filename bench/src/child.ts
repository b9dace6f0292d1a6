import type { ChildProcess } from 'node:child_process';
import { fork } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { chooseServiceNode } from '@tidemark/node-runtime';
import { SERVICE_NODE_FLAGS } from '@tidemark/platform';

/** Services and floors run on the same Node.js, which is the one of `npm start`; SERVICE_NODE=own replaces it. */
const SERVICE_NODE = chooseServiceNode(process.env['SERVICE_NODE'] === 'own' ? 'own' : 'newest');

export interface MeasuredServer {
  readonly url: string;
  /** CPU seconds used so far, user and system. */
  cpuSeconds(): number;
  residentMegabytes(): number;
  /** The largest resident memory so far. */
  peakMegabytes(): number;
  /** The longest turn of the event loop since the last call, in ms of CPU time; needs `watchLoop`. */
  loopHeldMs(): Promise<number>;
  stop(): Promise<void>;
}

export interface ServerOptions {
  /** Measures how long the event loop is blocked; this costs a timer each millisecond. */
  readonly watchLoop?: boolean;
}

/**
 * Starts a server as a separate process, which reports its port over IPC. If BENCH_PROFILE_DIR is set, the process
 * writes a CPU profile there when it ends.
 */
export async function startServer(
  script: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
  { watchLoop = false }: ServerOptions = {},
): Promise<MeasuredServer> {
  const profileDir = process.env['BENCH_PROFILE_DIR'];
  const child = fork(script, args, {
    execPath: SERVICE_NODE.path,
    execArgv: [
      ...SERVICE_NODE_FLAGS,
      ...(watchLoop ? ['--require', join(__dirname, 'bodies', 'loop-watch.js')] : []),
      ...(profileDir === undefined ? [] : ['--cpu-prof', `--cpu-prof-dir=${profileDir}`]),
    ],
    env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', ...env },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const port = await portOf(child, script);
  const { pid } = child;
  if (pid === undefined) throw new Error(`${script} has no pid`);
  return {
    url: `http://127.0.0.1:${port}`,
    cpuSeconds: () => cpuSecondsOf(pid),
    residentMegabytes: () => statusMegabytes(pid, 'VmRSS'),
    peakMegabytes: () => statusMegabytes(pid, 'VmHWM'),
    loopHeldMs: () =>
      new Promise((resolve) => {
        const onMessage = (message: { type?: string; heldMs?: number }): void => {
          if (message.type !== 'loop') return;
          child.off('message', onMessage);
          resolve(message.heldMs ?? NaN);
        };
        child.on('message', onMessage);
        child.send({ type: 'loop' });
      }),
    stop: () =>
      new Promise((resolve) => {
        if (child.exitCode !== null || child.signalCode !== null) {
          resolve();
          return;
        }
        child.once('exit', () => resolve());
        child.kill('SIGTERM');
      }),
  };
}

/**
 * CPU time of all running threads of the process in seconds, from the scheduler's nanoseconds. Threads that ended are
 * not included, but Node keeps its threads until it exits.
 */
export function cpuSecondsOf(pid: number): number {
  const threads = readdirSync(`/proc/${pid}/task`);
  const nanoseconds = threads.map((thread) =>
    Number(readFileSync(`/proc/${pid}/task/${thread}/schedstat`, 'utf8').split(' ')[0]),
  );
  return nanoseconds.reduce((sum, one) => sum + one, 0) / 1e9;
}

export function statusMegabytes(pid: number, field: 'VmRSS' | 'VmHWM'): number {
  const line = new RegExp(`${field}:\\s+(\\d+)`).exec(readFileSync(`/proc/${pid}/status`, 'utf8'));
  return Number(line?.[1] ?? 0) / 1024;
}

function portOf(child: ChildProcess, script: string): Promise<number> {
  return new Promise((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`${script} ended with ${code ?? 'a signal'}`)));
    child.on('message', (message: { type?: string; port?: number }) => {
      if (message.type === 'listening' && message.port !== undefined) resolve(message.port);
    });
  });
}
