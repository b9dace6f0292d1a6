import type { DataHome } from './data-home';

const TAIL_LINES = 20;
/** Lines of PostgreSQL and initdb that contain a cause; later lines only report that the program ended. */
const CAUSE = /\b(?:PANIC|FATAL|ERROR|HINT|error|fatal|hint):\s/;

/** The output of a program of PostgreSQL. */
export interface ServerLines {
  /** Adds a line. Returns it with the real path of the data instead of the path that the program uses. */
  add(line: string): string;
  /** Why the program ended: its lines with a cause, else its last line. */
  reason(): string;
}

export function createServerLines({
  inside,
  folder,
}: Pick<DataHome, 'inside' | 'folder'>): ServerLines {
  const tail: string[] = [];
  return {
    add: (line) => {
      const readable = line.replaceAll(inside, folder);
      tail.push(readable);
      if (tail.length > TAIL_LINES) tail.shift();
      return readable;
    },
    reason: () => {
      const causes = tail.filter((line) => CAUSE.test(line)).map(textOf);
      return [...new Set(causes)].join(' | ') || textOf(tail.at(-1) ?? 'it printed nothing');
    },
  };
}

/** The line without the time and process id at its beginning. */
function textOf(line: string): string {
  return line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\]\s*/, '').trim();
}
