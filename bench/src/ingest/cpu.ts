import { readFileSync, readdirSync } from 'node:fs';

/** Clock ticks per second; 100 on every Linux that Node runs on. */
const TICKS = 100;

const PARTS = {
  edge: /services\/edge\/|standalone\/dist\/front\//,
  api: /services\/(?:api|query-worker)\//,
  worker: /services\/ingest-worker\//,
  kafka: /kafka\.Kafka /,
  redis: /^redis-server|\/redis-server/,
  postgres: /postgres/,
  chdb: /clickhouse-embedded/,
  generator: /ingest\/generator/,
} as const;

export type Part = keyof typeof PARTS | 'bench';

interface ProcessEntry {
  readonly pid: number;
  readonly parent: number;
  /** The CPU time, including that of child processes that have ended. */
  readonly seconds: number;
  readonly command: string;
}

/**
 * CPU seconds (user and system) that each part of the stack has used so far, from the child processes of this process;
 * `bench` includes commands that have ended.
 */
export function cpuByPart(): Readonly<Record<Part, number>> {
  const used = Object.fromEntries(
    [...Object.keys(PARTS), 'bench'].map((part) => [part, 0]),
  ) as Record<Part, number>;
  const all = readdirSync('/proc').flatMap((name) => {
    const entry = /^\d+$/.test(name) ? readEntry(Number(name)) : null;
    return entry === null ? [] : [entry];
  });
  const add = (entry: ProcessEntry, inherited: Part): void => {
    const named = (Object.keys(PARTS) as (keyof typeof PARTS)[]).find((part) =>
      PARTS[part].test(entry.command),
    );
    const part = named ?? inherited;
    used[part] += entry.seconds;
    for (const child of all) if (child.parent === entry.pid) add(child, part);
  };
  const own = all.find(({ pid }) => pid === process.pid);
  if (own !== undefined) add({ ...own, command: '' }, 'bench');
  return used;
}

/** Returns null for a process that has just ended. */
function readEntry(pid: number): ProcessEntry | null {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const ticks = fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0);
    return {
      pid,
      parent: Number(fields[1]),
      seconds: ticks / TICKS,
      command: readFileSync(`/proc/${pid}/cmdline`, 'latin1').replaceAll('\0', ' '),
    };
  } catch {
    return null;
  }
}
