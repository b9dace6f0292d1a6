import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findDebianProgram } from '../test-support/debian-program';

const run = promisify(execFile);

/** Runs Prometheus' own tool. @throws with what it says when it finds a fault */
export async function promtool(...args: string[]): Promise<string> {
  const program = await findDebianProgram('prometheus', 'promtool', ['--version']);
  try {
    const { stdout } = await run(program, args);
    return stdout;
  } catch (error) {
    const { stdout = '', stderr = '' } = error as { stdout?: string; stderr?: string };
    throw new Error(`promtool ${args.join(' ')}:\n${stdout}${stderr}`, { cause: error });
  }
}
