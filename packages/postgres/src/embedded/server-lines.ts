import type { DataHome } from './data-home';

const TAIL_LINES = 20;
/** Lines of PostgreSQL and initdb that name a cause; what follows them only reports the end. */
const CAUSE = /\b(?:PANIC|FATAL|ERROR|HINT|error|fatal|hint):\s/;

/** The lines that a program of PostgreSQL has printed. */
export interface ServerLines {
  /** The line with the real path of the data, also where the program was started on another name of it. */
  add(line: string): string;
  /** Why it ended: its lines that name a cause, else its last one. */
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

/** Without the time and the process in front. */
function textOf(line: string): string {
  return line.replace(/^\d{4}-\d\d-\d\d [\d:.]+ \S+ \[\d+\]\s*/, '').trim();
}
