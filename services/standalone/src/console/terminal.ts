/** The operator's terminal: progress on standard output, what went wrong on standard error. */
export interface Terminal {
  line(text: string): void;
  warn(text: string): void;
  error(text: string): void;
}

interface TextStream {
  write(text: string): unknown;
  on(event: 'error', listener: (error: Error) => void): unknown;
}

export function createTerminal(out: TextStream, error: TextStream): Terminal {
  // Whoever reads us may leave (`npm start | head`): that must not end what runs.
  out.on('error', () => undefined);
  error.on('error', () => undefined);
  return {
    line: (text) => void out.write(`${text}\n`),
    warn: (text) => void error.write(`WARN  ${text}\n`),
    error: (text) => void error.write(`ERROR ${text}\n`),
  };
}
