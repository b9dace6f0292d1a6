import { processEnvironment } from './config';
import { runCommand } from './program';
import { processTerminal } from './terminal';

export { runCommand } from './program';
export type { Terminal } from './terminal';

/** Runs `npm run tidemark`. @returns the exit code */
export function runTidemark(args: readonly string[]): Promise<number> {
  return runCommand(args, processEnvironment(), processTerminal);
}
