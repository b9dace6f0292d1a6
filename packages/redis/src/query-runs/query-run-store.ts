import type { QueryStatus } from '@tidemark/contracts';
import { queryStatusSchema } from '@tidemark/contracts';
import type { Redis } from 'ioredis';

/** One background run: who may write to it, what it runs, where it stands. */
export interface QueryRun {
  readonly token: string;
  readonly request: unknown;
  readonly status: QueryStatus;
}

export interface QueryRunStore {
  /** Stores a new run unless one with this id is still running; answers the one that counts. */
  createOrJoin(run: QueryRun): Promise<{ readonly created: boolean; readonly run: QueryRun }>;
  find(projectId: number, queryId: string): Promise<QueryRun | null>;
  /**
   * Replaces the status if the run still exists under the same token. False after a cancel or an
   * expiry: a late result is refused.
   */
  update(run: Pick<QueryRun, 'token' | 'status'>): Promise<boolean>;
  /** Forgets the run; the first step of a cancel. */
  remove(projectId: number, queryId: string): Promise<void>;
}

/** KEYS: run. ARGV: token, request, status, TTL seconds. Answers the existing run's fields, or nil. */
const CREATE_OR_JOIN = `
local existing = redis.call('HMGET', KEYS[1], 'token', 'request', 'status')
if existing[1] and not cjson.decode(existing[3]).complete then return existing end
redis.call('DEL', KEYS[1])
redis.call('HSET', KEYS[1], 'token', ARGV[1], 'request', ARGV[2], 'status', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[4])
return nil`;

/** KEYS: run. ARGV: token, status, TTL seconds. */
const UPDATE = `
if redis.call('HGET', KEYS[1], 'token') ~= ARGV[1] then return 0 end
redis.call('HSET', KEYS[1], 'status', ARGV[2])
redis.call('EXPIRE', KEYS[1], ARGV[3])
return 1`;

/**
 * Run records in Redis, one hash per run, gone `ttlSeconds` after the last write.
 * Ids are scoped by project: another project's id does not exist.
 */
export function createQueryRunStore(redis: Redis, ttlSeconds: number): QueryRunStore {
  const keyOf = (projectId: number, queryId: string): string =>
    `tidemark:query-run:{${projectId}:${queryId}}`;

  return {
    async createOrJoin(run) {
      const existing = (await redis.eval(
        CREATE_OR_JOIN,
        1,
        keyOf(run.status.team_id, run.status.id),
        run.token,
        JSON.stringify(run.request),
        JSON.stringify(run.status),
        ttlSeconds,
      )) as [string, string, string] | null;
      if (existing === null) return { created: true, run };
      return { created: false, run: parseRun(...existing) };
    },
    async find(projectId, queryId) {
      const run = await redis.hgetall(keyOf(projectId, queryId));
      const { token, request, status } = run;
      if (token === undefined || request === undefined || status === undefined) return null;
      return parseRun(token, request, status);
    },
    async update({ token, status }) {
      const written = await redis.eval(
        UPDATE,
        1,
        keyOf(status.team_id, status.id),
        token,
        JSON.stringify(status),
        ttlSeconds,
      );
      return written === 1;
    },
    async remove(projectId, queryId) {
      await redis.del(keyOf(projectId, queryId));
    },
  };
}

function parseRun(token: string, request: string, status: string): QueryRun {
  return {
    token,
    request: JSON.parse(request) as unknown,
    status: queryStatusSchema.parse(JSON.parse(status)),
  };
}
