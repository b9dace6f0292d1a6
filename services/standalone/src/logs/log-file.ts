import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

/** A log of one process, bounded: at most this file and the one before it. */
export interface LogFile {
  write(line: string): void;
}

const MAX_BYTES = 16 * 1024 * 1024;

/** Appends to `path`; what was there when it grew over its bound is kept as `path.1`. */
export function createLogFile(path: string, maxBytes = MAX_BYTES): LogFile {
  let size = existsSync(path) ? statSync(path).size : 0;
  let file = openSync(path, 'a', 0o600);
  return {
    write: (line) => {
      if (size > maxBytes) {
        closeSync(file);
        renameSync(path, `${path}.1`);
        file = openSync(path, 'a', 0o600);
        size = 0;
      }
      size += writeSync(file, line.endsWith('\n') ? line : `${line}\n`);
    },
  };
}
