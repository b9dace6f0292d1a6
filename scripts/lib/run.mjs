import { performance } from 'node:perf_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Two versions of the compiler are installed: some tools need the JavaScript API of the older one. */
const COMPILER = join(root, 'node_modules', 'typescript-native', 'bin', 'tsc');

/** Path of a program that a dependency of the workspace brought. */
export const bin = (name) => (name === 'tsc' ? COMPILER : join(root, 'node_modules', '.bin', name));

/** Runs a program in the repository, its output going where ours goes. Returns the exit code. */
export function run(command, args, env = {}) {
  return finished(start(command, args, 'inherit', env));
}

/** Runs a program and hands over every line it prints. Returns the exit code. */
export function runLines(command, args, onLine, niceness = 0) {
  const child = start(command, args, 'pipe', {});
  // Without a pid it did not start; `finished` has the error.
  if (niceness > 0 && child.pid !== undefined) setPriority(child.pid, niceness);
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  return finished(child);
}

/**
 * Runs a program and keeps what it prints. Returns `{ code, output }`.
 *
 * @param niceness above 0 it, and all that it starts, gives way to others
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

/** Children that have not ended. */
let running = 0;

/** Waits for the end of a child; a signal to us is passed on to all of them, so that none outlives us. */
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

/** Never comes back: what was to follow a stopped child must not start. */
function endWhenLast(signal) {
  if (running === 0) process.exit(128 + constants.signals[signal]);
  return new Promise(() => undefined);
}

/** Seconds since a `performance.now()`, for people. */
export const since = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;
