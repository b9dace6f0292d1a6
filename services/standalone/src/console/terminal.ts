/** The operator's terminal: progress on standard output, warnings and errors on standard error. */
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
  // The reader of the output may end (`npm start | head`), which must not end Tidemark.
  out.on('error', () => undefined);
  error.on('error', () => undefined);
  return {
    line: (text) => void out.write(`${text}\n`),
    warn: (text) => void error.write(`WARN  ${text}\n`),
    error: (text) => void error.write(`ERROR ${text}\n`),
  };
}
