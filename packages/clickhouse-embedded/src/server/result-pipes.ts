import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Readable } from 'node:stream';

/**
 * The engine writes a result into a named pipe (`INTO OUTFILE`), and we read it from there. That
 * gives real streaming with back pressure, in any format and byte for byte as a server formats it.
 * The library's own streaming call repeats headers in every block, and runs scalar sub-queries on
 * the calling thread, which would stop the whole process.
 */
interface ResultPipe {
  path: string;
  output: Readable;
  /** Tells the reader that no writer is left; what is in the pipe still arrives. */
  endWriting(): void;
  /**
   * Reads on without a consumer. An unwanted pipe is emptied, never closed: the engine would wait
   * for a reader for ever, in opening it, if it had not got that far.
   */
  discardRest(): void;
  /** Waits until the reader is closed, then lets the next query have the pipe. */
  release(): Promise<void>;
}

export interface ResultPipes {
  /** Opens a pipe; there must be as many pipes as queries that can run at once. */
  open(): ResultPipe;
}

/** Makes `count` named pipes in a directory of their own; what a former process left is removed. */
export async function createResultPipes(directory: string, count: number): Promise<ResultPipes> {
  await rm(directory, { recursive: true, force: true });
  await mkdir(directory, { recursive: true, mode: 0o700 });
  const paths = Array.from({ length: count }, (_, index) => path.join(directory, String(index)));
  await promisify(execFile)('mkfifo', ['-m', '600', ...paths]);
  const free = [...paths];

  const open = (): ResultPipe => {
    const pipePath = free.pop();
    if (pipePath === undefined) throw new Error('More queries than result pipes');
    const output = openReader(pipePath);
    // While this end is open the reader does not see an end, even before the engine has opened its own.
    const writer = openSync(pipePath, constants.O_WRONLY | constants.O_NONBLOCK);
    const closed = new Promise<void>((resolve) => output.once('close', resolve));
    let writing = true;
    return {
      path: pipePath,
      output,
      endWriting: () => {
        if (writing) closeSync(writer);
        writing = false;
      },
      discardRest: () => void output.resume(),
      release: async () => {
        output.destroy();
        await closed;
        free.push(pipePath);
      },
    };
  };
  return { open };
}

function openReader(pipePath: string): Socket {
  const fd = openSync(pipePath, constants.O_RDONLY | constants.O_NONBLOCK);
  return new Socket({ fd, readable: true, writable: false });
}
