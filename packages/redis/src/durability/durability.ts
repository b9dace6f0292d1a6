import type { Redis } from '../connection/redis';
import { isCluster } from '../connection/redis';

/** Whether this Redis may lose acknowledged events. */
export type Durability =
  | { readonly state: 'durable' }
  | { readonly state: 'at_risk'; readonly faults: readonly string[] }
  /** The server does not show its settings, like some managed ones. */
  | { readonly state: 'unknown'; readonly reason: string };

interface Requirement {
  /** The field of `INFO` and its required value. */
  readonly field: string;
  readonly wanted: string;
  /** Explains the risk and the solution. */
  readonly explain: (found: string) => string;
}

const REQUIREMENTS: readonly Requirement[] = [
  {
    field: 'maxmemory_policy',
    wanted: 'noeviction',
    explain: (found) =>
      `maxmemory-policy is ${found}: a full Redis deletes acknowledged events instead of rejecting new ones; set maxmemory-policy noeviction`,
  },
  {
    field: 'aof_enabled',
    wanted: '1',
    explain: () =>
      'appendonly is no: a restart of Redis loses acknowledged events; set appendonly yes (and appendfsync always)',
  },
];

/**
 * Reads the settings that the ingest log depends on from `INFO`, which is also available on managed servers that
 * reject `CONFIG GET`.
 * @throws if the server does not respond
 */
export async function readDurability(redis: Redis): Promise<Durability> {
  const servers = isCluster(redis) ? redis.nodes('master') : [redis];
  return worstOf(await Promise.all(servers.map(readServer)));
}

/** The durability of several servers: that of the worst one, because the log is distributed over all of them. */
export function worstOf(found: readonly Durability[]): Durability {
  const faults = found.flatMap((one) => (one.state === 'at_risk' ? one.faults : []));
  if (faults.length > 0) return { state: 'at_risk', faults: [...new Set(faults)] };
  return found.find(({ state }) => state === 'unknown') ?? { state: 'durable' };
}

async function readServer(redis: Pick<Redis, 'info'>): Promise<Durability> {
  try {
    return durabilityOf(`${await redis.info('memory')}\n${await redis.info('persistence')}`);
  } catch (error) {
    if (!isRejection(error)) throw error;
    return { state: 'unknown', reason: error.message };
  }
}

/** @param info the text of the sections `memory` and `persistence` */
export function durabilityOf(info: string): Durability {
  const fields = new Map(
    info.split(/\r?\n/).flatMap((line): [string, string][] => {
      const [, name, value] = /^(\w+):(.*)$/.exec(line) ?? [];
      return name === undefined || value === undefined ? [] : [[name, value]];
    }),
  );
  const missing = REQUIREMENTS.filter(({ field }) => !fields.has(field));
  const faults = REQUIREMENTS.flatMap(({ field, wanted, explain }) => {
    const found = fields.get(field);
    return found === undefined || found === wanted ? [] : [explain(found)];
  });
  if (faults.length > 0) return { state: 'at_risk', faults };
  if (missing.length === 0) return { state: 'durable' };
  return { state: 'unknown', reason: `INFO lacks ${missing.map(({ field }) => field).join(', ')}` };
}

/** Whether an error is a response of the server, such as NOPERM, and not a lost connection. */
function isRejection(error: unknown): error is Error {
  return error instanceof Error && error.name === 'ReplyError';
}
