import { readdirSync, readFileSync } from 'node:fs';
import type { Product } from '../console/product';
import type { Progress } from './import-command';

/** Who is killed, and where the import is then. */
export interface Kill {
  readonly victim: 'command' | 'api of the source' | 'ingest-worker of the target';
  readonly phase: string;
  /** The share of the events that were taken over at least. */
  readonly share: number;
}

/** Five kills by SIGKILL: the command thrice, and a process of each product. */
export const KILLS: readonly Kill[] = [
  { victim: 'command', phase: 'feature flag', share: 0 },
  { victim: 'command', phase: 'events', share: 0.15 },
  { victim: 'api of the source', phase: 'events', share: 0.35 },
  { victim: 'ingest-worker of the target', phase: 'events', share: 0.55 },
  { victim: 'command', phase: 'events', share: 0.75 },
];

const LATER = ['persons', 'ingestion', 'property definition', 'cohort members'];

/** Whether an import has come as far as a kill; one that has passed the place has, too. */
export function hasReached({ phase, share }: Kill, progress: Progress, total: number): boolean {
  if (LATER.includes(progress.phase)) return true;
  if (progress.phase !== phase) return phase !== 'events' && progress.phase === 'events';
  return progress.events >= share * total;
}

/** Kills a process of a product by SIGKILL; its supervisor starts it again. @throws when there is none */
export function killService({ pid: root }: Product, service: string): void {
  const isService = (command: string) => command.includes(`services/${service}/`);
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(name) ?? [])
    .find(({ parent, command }) => parent === root && isService(command));
  if (found === undefined) throw new Error(`There is no ${service} to kill.`);
  process.kill(found.pid, 'SIGKILL');
}

/** Null for a process that has just ended. */
function readProcess(name: string) {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid: Number(name), parent: Number(fields[1]), command };
  } catch {
    return null;
  }
}
