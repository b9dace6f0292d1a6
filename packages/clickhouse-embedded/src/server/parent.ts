import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The input of the parent process on standard input. */
export interface Parent {
  /** The first line, which contains the options; undefined if the input ends before it. */
  options: Promise<string | undefined>;
  /** Resolves when the input ends, because the parent stops this process or has died. */
  gone: Promise<void>;
}

/**
 * Reads the options from standard input, because other users could read a password in arguments or the environment. The
 * same pipe shows when the parent has died: the kernel closes it even for a killed process.
 */
export function listenToParent(input: Readable): Parent {
  const lines = createInterface({ input });
  const gone = new Promise<void>((resolve) => {
    lines.once('close', () => resolve());
    input.once('error', () => resolve());
  });
  const firstLine = new Promise<string>((resolve) => lines.once('line', resolve));
  return { options: Promise.race([firstLine, gone.then(() => undefined)]), gone };
}
