import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findDebianProgram } from '../test-support/debian-program';

const run = promisify(execFile);

/**
 * Runs Prometheus's own tool and returns its output.
 *
 * @throws Error with its output if it finds a fault
 */
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
