import { randomBytes } from 'node:crypto';
import type { Redis } from '../connection/redis';
import { pipelineReplies } from '../connection/pipeline-replies';

export interface StoredSession {
  readonly sessionId: string;
  /** ms since the epoch. */
  readonly lastActivity: number;
}

/** The data from which ids of cookieless visitors are computed. All of it expires within days. */
export interface VisitorStore {
  /** The salt of each day (`YYYY-MM-DD`); the same for all workers. */
  salts(days: readonly string[]): Promise<Map<string, Buffer>>;
  /** By key: the time (ms) of each identification by its uuid. Keys without identifications are missing. */
  identifications(keys: readonly string[]): Promise<Map<string, Map<string, number>>>;
  sessions(keys: readonly string[]): Promise<Map<string, StoredSession>>;
  /** Adds identifications and replaces sessions. */
  save(changes: {
    readonly identifications: ReadonlyMap<string, ReadonlyMap<string, number>>;
    readonly sessions: ReadonlyMap<string, StoredSession>;
  }): Promise<void>;
}

const SALT_BYTES = 16;
/** A visitor's id is used for a day, or at most three with time zones and delayed events. */
const STATE_TTL_SECONDS = 3 * 86_400;

const saltKey = (day: string): string => `tidemark:cookieless-salt:${day}`;
const identificationsKey = (key: string): string => `tidemark:cookieless-identified:${key}`;
const sessionKey = (key: string): string => `tidemark:cookieless-session:${key}`;

/** @param saltTtlSeconds the time after which the salt of a day expires */
export function createVisitorStore(redis: Redis, saltTtlSeconds: number): VisitorStore {
  return {
    salts: async (days) => {
      const replies = await pipelineReplies(
        redis,
        days.flatMap((day) => [
          ['set', saltKey(day), newSalt(), 'EX', saltTtlSeconds, 'NX'],
          ['get', saltKey(day)],
        ]),
      );
      return new Map(
        days.map((day, index) => [day, Buffer.from(String(replies[index * 2 + 1]), 'base64')]),
      );
    },

    identifications: async (keys) => {
      const replies = await pipelineReplies(
        redis,
        keys.map((key) => ['hgetall', identificationsKey(key)]),
      );
      const found = new Map<string, Map<string, number>>();
      keys.forEach((key, index) => {
        const fields = Object.entries(replies[index] as Record<string, string>);
        if (fields.length === 0) return;
        found.set(key, new Map(fields.map(([uuid, at]) => [uuid, Number(at)])));
      });
      return found;
    },

    sessions: async (keys) => {
      const replies = await pipelineReplies(
        redis,
        keys.map((key) => ['get', sessionKey(key)]),
      );
      const found = new Map<string, StoredSession>();
      keys.forEach((key, index) => {
        const reply = replies[index] as string | null;
        const [sessionId, lastActivity] = reply?.split(' ') ?? [];
        if (sessionId === undefined || lastActivity === undefined) return;
        found.set(key, { sessionId, lastActivity: Number(lastActivity) });
      });
      return found;
    },

    save: async ({ identifications, sessions }) => {
      const commands: (string | number)[][] = [];
      for (const [key, byUuid] of identifications) {
        if (byUuid.size === 0) continue;
        const name = identificationsKey(key);
        commands.push(['hset', name, ...[...byUuid].flat()]);
        commands.push(['expire', name, STATE_TTL_SECONDS]);
      }
      for (const [key, { sessionId, lastActivity }] of sessions) {
        commands.push([
          ...['set', sessionKey(key), `${sessionId} ${lastActivity}`],
          ...['EX', STATE_TTL_SECONDS],
        ]);
      }
      await pipelineReplies(redis, commands);
    },
  };
}

function newSalt(): string {
  return randomBytes(SALT_BYTES).toString('base64');
}
