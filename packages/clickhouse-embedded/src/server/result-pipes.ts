import { execFile } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { Socket } from 'node:net';
import path from 'node:path';
import { promisify } from 'node:util';
import type { Readable } from 'node:stream';

/**
 * A named pipe into which the engine writes a result (`INTO OUTFILE`), and from which this process reads it. Results are
 * streamed with back-pressure, in any format and with the same bytes as from a server. The streaming function of the
 * library is not used: it repeats headers in every block, and runs scalar sub-queries on the calling thread, which
 * would block the process.
 */
interface ResultPipe {
  path: string;
  output: Readable;
  /** Ends the stream of the reader after the bytes that are still in the pipe. */
  endWriting(): void;
  /**
   * Reads and discards the rest. The pipe is not closed, because an engine that has not opened it yet would then wait
   * for a reader without end.
   */
  discardRest(): void;
  /** Waits until the reader is closed, then makes the pipe available for the next query. */
  release(): Promise<void>;
}

export interface ResultPipes {
  /** Opens a free pipe. There must be as many pipes as concurrent queries. */
  open(): ResultPipe;
}

/** Creates `count` named pipes in a directory; files of an earlier process in it are removed. */
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
    // Keeps a writer open, so that the stream of the reader does not end before the engine has opened the pipe.
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
