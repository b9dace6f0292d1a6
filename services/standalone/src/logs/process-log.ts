import { join } from 'node:path';
import { plainMessage } from '@tidemark/platform';
import type { Terminal } from '../console/terminal';
import { createLogFile } from './log-file';
import { notableLine } from './notable';
import { createRepeats } from './repeats';

/** Writes the output of each process into its file in DATA_DIR/logs, and warnings and errors to the terminal too. */
export interface ProcessLogs {
  /** Returns the function that writes lines of one process. */
  of(name: string): (line: string) => void;
}

export function createProcessLogs(logsDir: string, terminal: Terminal): ProcessLogs {
  const writers = new Map<string, (line: string) => void>();
  const repeats = createRepeats(Date.now);
  const open = (name: string): ((line: string) => void) => {
    const path = join(logsDir, `${name}.log`);
    const file = createLogFile(path, undefined, (error) => {
      // A full disk is reported once for all files.
      if (error.code === 'ENOSPC') return;
      terminal.warn(
        `the log ${path} cannot be written: ${plainMessage(error)}. Tidemark continues without it`,
      );
    });
    return (line) => {
      file.write(line);
      const notable = notableLine(line);
      if (notable === null) return;
      const shown = repeats.shown(`${name}: ${notable.text}`);
      if (shown !== null) terminal.warn(shown);
    };
  };
  return {
    of: (name) => {
      const writer = writers.get(name) ?? open(name);
      writers.set(name, writer);
      return writer;
    },
  };
}
