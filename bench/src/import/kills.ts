import { readdirSync, readFileSync } from 'node:fs';
import type { Product } from '../console/product';
import type { Progress } from './import-command';

/** Which process is killed, and at which progress of the import. */
export interface Kill {
  readonly victim: 'command' | 'api of the source' | 'ingest-worker of the target';
  readonly phase: string;
  /** The smallest share of the events, from 0 to 1, that must have been imported. */
  readonly share: number;
}

/** Five kills with SIGKILL: three of the command, one of a process of each product. */
export const KILLS: readonly Kill[] = [
  { victim: 'command', phase: 'feature flag', share: 0 },
  { victim: 'command', phase: 'events', share: 0.15 },
  { victim: 'api of the source', phase: 'events', share: 0.35 },
  { victim: 'ingest-worker of the target', phase: 'events', share: 0.55 },
  { victim: 'command', phase: 'events', share: 0.75 },
];

const LATER = ['persons', 'ingestion', 'property definition', 'cohort members'];

/** Whether the import has reached the progress of a kill, or is past it. */
export function hasReached({ phase, share }: Kill, progress: Progress, total: number): boolean {
  if (LATER.includes(progress.phase)) return true;
  if (progress.phase !== phase) return phase !== 'events' && progress.phase === 'events';
  return progress.events >= share * total;
}

/**
 * Kills a process of a product with SIGKILL; its supervisor starts it again.
 *
 * @throws Error if there is no such process
 */
export function killService({ pid: root }: Product, service: string): void {
  const isService = (command: string) => command.includes(`services/${service}/`);
  const found = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => readProcess(name) ?? [])
    .find(({ parent, command }) => parent === root && isService(command));
  if (found === undefined) throw new Error(`There is no ${service} to kill.`);
  process.kill(found.pid, 'SIGKILL');
}

/** Returns null for a process that has just ended. */
function readProcess(name: string) {
  try {
    const fields = readFileSync(`/proc/${name}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    const command = readFileSync(`/proc/${name}/cmdline`, 'utf8').replaceAll('\0', ' ');
    return { pid: Number(name), parent: Number(fields[1]), command };
  } catch {
    return null;
  }
}
