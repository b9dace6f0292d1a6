import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';

/** The input that the parent process writes to our standard input. */
export interface Parent {
  /** The first line: our options. Undefined when the input ends before it. */
  options: Promise<string | undefined>;
  /** Resolves when the input ends: the parent wants us to stop, or is dead. */
  gone: Promise<void>;
}

/**
 * Options come over standard input because a password in arguments or environment could be read by
 * others; the same pipe says when the parent has died, which the kernel closes even for a killed
 * process.
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
