import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EmbeddedClickHouseOptions } from './options';

/** How to run the server as a child process. */
export interface ServerCommand {
  command: string;
  args: string[];
  /**
   * The options of the child. Write them to its standard input and keep the pipe open: the child stops when the pipe
   * closes, so that it never runs longer than its parent. `args` contains no secrets.
   */
  stdin: string;
}

/**
 * Returns the command that serves a data directory. The process prints one {@link ListeningLine} to its standard output
 * when it responds, and logs to its standard error. SIGTERM stops it.
 * @param nodePath the path of the Node.js that runs it
 * @throws Error if the package is not built, because the child process cannot run TypeScript
 */
export function clickhouseServerCommand(
  options: EmbeddedClickHouseOptions,
  nodePath: string = process.execPath,
): ServerCommand {
  const main = path.join(__dirname, '..', 'dist', 'server', 'main.js');
  if (!existsSync(main)) throw new Error(`Not built: ${main} is missing`);
  return { command: nodePath, args: [main], stdin: `${JSON.stringify(options)}\n` };
}
