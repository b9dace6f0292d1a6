import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';

const PROGRAM = join(
  dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
  ...['clients', 'launcher', 'build', 'index.js'],
);

/** The output of the inspector and its exit code. */
export interface Inspection {
  readonly code: number | null;
  readonly result: Record<string, unknown>;
  readonly errors: string;
}

/**
 * Runs the command line of the official inspector (`--cli`), which connects, sends one request and prints the result as
 * JSON.
 *
 * @param args the server and the request
 */
export async function inspect(args: readonly string[]): Promise<Inspection> {
  const home = await mkdtemp(join(tmpdir(), 'tidemark-inspector-'));
  try {
    const child = spawn(process.execPath, [PROGRAM, '--cli', ...args], {
      // The inspector writes a list of servers to the home directory.
      env: { PATH: process.env['PATH'] ?? '', HOME: home },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const [output, errors, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number | null]>,
    ]);
    const result = output === '' ? {} : (JSON.parse(output) as Record<string, unknown>);
    return { code, result, errors };
  } finally {
    await rm(home, { recursive: true, force: true });
  }
}
