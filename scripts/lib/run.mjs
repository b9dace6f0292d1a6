import { performance } from 'node:perf_hooks';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { constants } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Path of a program that a dependency of the workspace brought. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Runs a program in the repository, its output going where ours goes. Answers the exit code. */
export function run(command, args, env = {}) {
  return finished(start(command, args, 'inherit', env));
}

/** Runs a program and hands over every line it prints. Answers the exit code. */
export function runLines(command, args, onLine) {
  const child = start(command, args, 'pipe', {});
  for (const input of [child.stdout, child.stderr]) createInterface({ input }).on('line', onLine);
  return finished(child);
}

/** Runs a program and keeps what it prints. Answers `{ code, output }`. */
export async function capture(command, args) {
  const lines = [];
  const code = await runLines(command, args, (line) => lines.push(line));
  return { code, output: lines.join('\n') };
}

function start(command, args, stdio, env) {
  return spawn(command, args, {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...env },
  });
}

/** Waits for the end of a child; a signal to us is passed on, so that it never outlives us. */
async function finished(child) {
  let stoppedBy = null;
  const passOn = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
  };
  for (const signal of STOP_SIGNALS) process.on(signal, passOn);
  try {
    const [code] = await once(child, 'close');
    if (stoppedBy !== null) process.exit(128 + constants.signals[stoppedBy]);
    return code ?? 1;
  } finally {
    for (const signal of STOP_SIGNALS) process.off(signal, passOn);
  }
}

/** Seconds since a `performance.now()`, for people. */
export const since = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;
