import { existsSync } from 'node:fs';
import path from 'node:path';
import type { EmbeddedClickHouseOptions } from './options';

/** How to run the server as a child process. */
export interface ServerCommand {
  command: string;
  args: string[];
  /**
   * The child's options: write this to its standard input and keep the pipe open. The child stops
   * when the pipe closes, so it never outlives its parent. Nothing secret is in `args`.
   */
  stdin: string;
}

/**
 * The command that serves a data directory. It prints one {@link ListeningLine} on its standard
 * output when it responds, and logs to its standard error. SIGTERM stops it.
 * @throws Error when the package has not been built; a child process cannot run TypeScript
 */
export function clickhouseServerCommand(options: EmbeddedClickHouseOptions): ServerCommand {
  const main = path.join(__dirname, '..', 'dist', 'server', 'main.js');
  if (!existsSync(main)) throw new Error(`Not built: ${main} is missing`);
  return { command: process.execPath, args: [main], stdin: `${JSON.stringify(options)}\n` };
}
