import { performance } from 'node:perf_hooks';
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

export const root = fileURLToPath(new URL('../..', import.meta.url));

/** Path of a program that a dependency of the workspace brought. */
export const bin = (name) => join(root, 'node_modules', '.bin', name);

/** Runs a program in the repository, its output going where ours goes. Answers the exit code. */
export function run(command, args, env = {}) {
  return finished(start(command, args, 'inherit', env));
}

/** Runs a program and keeps what it prints. Answers `{ code, output }`. */
export async function capture(command, args) {
  const child = start(command, args, 'pipe', {});
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  return { code: await finished(child), output };
}

function start(command, args, stdio, env) {
  return spawn(command, args, {
    cwd: root,
    stdio: ['ignore', stdio, stdio],
    env: { ...process.env, ...env },
  });
}

function finished(child) {
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

/** Seconds since a `performance.now()`, for people. */
export const since = (from) => `${((performance.now() - from) / 1000).toFixed(1)} s`;
