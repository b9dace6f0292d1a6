import { performance } from 'node:perf_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export const root = fileURLToPath(new URL('../..', import.meta.url));

/**
 * Two versions of the TypeScript compiler are installed: some tools need the JavaScript API of the older one, and this
 * path is that of the newer one.
 */
const COMPILER = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');

/** The path of a program that belongs to a dependency of the workspace. */
export const bin = (name) => (name === 'tsc' ? COMPILER : join(root, 'node_modules', '.bin', name));

/** Runs a program in the repository; its output goes to the output of this process. Returns the exit code. */
export function run(command, args, env = {}) {
  return finished(start(command, args, 'inherit', env));
}

/** Runs a program and calls `onLine` for every line that it prints. Returns the exit code. */
export function runLines(command, args, onLine, niceness = 0) {
  const child = start(command, args, 'pipe', {});
  // A child without a pid did not start; `finished` reports the error.
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  return finished(child);
}

/**
 * Runs a program and returns `{ code, output }`.
 *
 * @param niceness above 0, the program and its children run with a lower priority
 */
export async function capture(command, args, niceness = 0) {
  const lines = [];
  const code = await runLines(command, args, (line) => lines.push(line), niceness);
  return { code, output: lines.join('\n') };
}

function start(command, args, stdio, env) {
  return spawn(command, args, {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...env },
  });
}

/** The number of running child processes. */
let running = 0;

/**
 * Waits for the end of a child process. Signals to this process are passed on to all children, so that no child runs
 * longer than this process.
 */
async function finished(child) {
  let stoppedBy = null;
  const passOn = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, passOn);
  running += 1;
  try {
    const [code] = await once(child, 'close').finally(() => (running -= 1));
    if (stoppedBy !== null) await endWhenLast(stoppedBy);
    return code ?? 1;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, passOn);
  }
}

/** Exits after the last child ended. The promise never resolves, so that no further work starts after a signal. */
function endWhenLast(signal) {
  if (running === 0) process.exit(128 + constants.signals[signal]);
  return new Promise(() => undefined);
}

/** The seconds since a `performance.now()`, as text. */
export const since = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;
