import { closeSync, existsSync, openSync, renameSync, statSync, writeSync } from 'node:fs';

/** The log of one process, of limited size: the current file and the previous one. */
export interface LogFile {
  /** Never throws. Lines that cannot be written are counted, and the number is written before the next line. */
  write(line: string): void;
}

const MAX_BYTES = 16 * 1024 * 1024;

/**
 * Appends to `path`. A file that exceeds `maxBytes` is renamed to `path.1`.
 *
 * @param onFailure called with the first error of each period in which lines cannot be written
 */
export function createLogFile(
  path: string,
  maxBytes = MAX_BYTES,
  onFailure: (error: NodeJS.ErrnoException) => void = () => undefined,
): LogFile {
  let file: number | null = null;
  let size = 0;
  let lost = 0;

  const opened = (): number => {
    if (file !== null && size > maxBytes) {
      closeSync(file);
      file = null;
      renameSync(path, `${path}.1`);
    }
    if (file === null) {
      size = existsSync(path) ? statSync(path).size : 0;
      file = openSync(path, 'a', 0o600);
    }
    return file;
  };
  const append = (line: string): void => {
    const target = opened();
    size += writeSync(target, line.endsWith('\n') ? line : `${line}\n`);
  };

  return {
    write: (line) => {
      try {
        if (lost > 0) append(`${lost} lines before this one could not be written`);
        lost = 0;
        append(line);
      } catch (error) {
        if (lost === 0) onFailure(error as NodeJS.ErrnoException);
        lost += 1;
      }
    },
  };
}
