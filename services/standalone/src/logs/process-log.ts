import { join } from 'node:path';
import type { Terminal } from '../console/terminal';
import { createLogFile } from './log-file';
import { notableLine } from './notable';

/** Where each process's output goes: its file in DATA_DIR/logs, and what matters to the terminal too. */
export interface ProcessLogs {
  /** The line writer of one process. */
  of(name: string): (line: string) => void;
}

export function createProcessLogs(logsDir: string, terminal: Terminal): ProcessLogs {
  const writers = new Map<string, (line: string) => void>();
  const open = (name: string): ((line: string) => void) => {
    const file = createLogFile(join(logsDir, `${name}.log`));
    return (line) => {
      file.write(line);
      const notable = notableLine(line);
      if (notable !== null) terminal.warn(`${name}: ${notable.text}`);
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
