/** The output of a command. Results go to standard output, all other messages to standard error. */
export interface Terminal {
  out(text: string): void;
  err(text: string): void;
  /** Reads all of standard input; absent if it is closed or a terminal. */
  input?(): Promise<string>;
}

export const processTerminal: Terminal = {
  out: (text) => void process.stdout.write(`${text}\n`),
  err: (text) => void process.stderr.write(`${text}\n`),
  ...(process.stdin.isTTY ? {} : { input: readStandardInput }),
};

async function readStandardInput(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk as Buffer | string));
  return Buffer.concat(chunks).toString('utf8');
}

/** Formats a table whose columns are as wide as their widest value, except for the last one. */
export function table(header: readonly string[], rows: readonly (readonly string[])[]): string {
  const widths = header.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  return [header, ...rows]
    .map((row) =>
      row
        .map((cell, column) =>
          column === row.length - 1 ? cell : cell.padEnd(widths[column] ?? 0),
        )
        .join('  '),
    )
    .join('\n');
}
