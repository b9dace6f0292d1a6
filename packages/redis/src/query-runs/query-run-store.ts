import type { QueryStatus } from '@tidemark/contracts';
import { queryStatusSchema } from '@tidemark/contracts';
import { parseStored, storedJson } from '@tidemark/platform';
import type { Redis } from '../connection/redis';
import { CLAIM, CREATE_OR_JOIN, FIND, FINISH, GIVE_UP, RENEW } from './scripts';

/** One background run: who may write to it, what it runs, where it stands. */
export interface QueryRun {
  readonly token: string;
  readonly request: unknown;
  readonly status: QueryStatus;
}

/** A run as it was found. */
export interface StoredQueryRun extends QueryRun {
  /** False while no worker has taken it. */
  readonly isClaimed: boolean;
  /** How long ago the lease of its worker ran out; 0 or less while it lasts, or there is none. */
  readonly lapsedMs: number;
}

/** Times of a run record. */
export interface QueryRunTimes {
  /** How long a record lives after its last write. */
  readonly ttlSeconds: number;
  /** How long a worker may be silent before another one may take its run. */
  readonly leaseMs: number;
  /** How long after its lease ran out a run that nobody took over counts as lost. */
  readonly lostAfterMs: number;
}

/** `held`: another worker is at it; `gone`: cancelled, expired, finished or started anew. */
export type Claim = { readonly outcome: 'claimed'; readonly count: number } | ClaimRefusal;
export interface ClaimRefusal {
  readonly outcome: 'held' | 'gone';
}

export interface QueryRunStore {
  readonly times: QueryRunTimes;
  /** Stores a new run unless one with this id is still going; answers the one that counts. */
  createOrJoin(run: QueryRun): Promise<{ readonly created: boolean; readonly run: QueryRun }>;
  find(projectId: number, queryId: string): Promise<StoredQueryRun | null>;
  /** Takes a run with a lease, also from a worker that let its own run out. */
  claim(run: Pick<QueryRun, 'token' | 'status'>, holder: string): Promise<Claim>;
  /** The heartbeat of a worker. False when the run is no longer its own. */
  renew(run: Pick<QueryRun, 'token' | 'status'>, holder: string): Promise<boolean>;
  /**
   * Writes the last status if the run is still there and the holder's. False after a cancel, an expiry or
   * a take-over: a late result is refused.
   */
  finish(run: Pick<QueryRun, 'token' | 'status'>, holder: string): Promise<boolean>;
  /** Writes the last status of a run nobody works on. False when somebody took it, or finished it, meanwhile. */
  giveUp(run: StoredQueryRun, status: QueryStatus): Promise<boolean>;
  /** Forgets the run; the first step of a cancel. */
  remove(projectId: number, queryId: string): Promise<void>;
}

type Fields = [token: string, request: string, status: string, lapsed: string, isClaimed: string];

/**
 * Run records in Redis, one hash per run, gone some time after the last write. Ids are scoped by project:
 * another project's id does not exist.
 */
export function createQueryRunStore(redis: Redis, times: QueryRunTimes): QueryRunStore {
  const { ttlSeconds, leaseMs, lostAfterMs } = times;
  const keyOf = (projectId: number, queryId: string): string =>
    `tidemark:query-run:{${projectId}:${queryId}}`;
  const statusKey = ({ status }: Pick<QueryRun, 'status'>): string =>
    keyOf(status.team_id, status.id);

  return {
    times,
    async createOrJoin(run) {
      const existing = (await redis.eval(
        CREATE_OR_JOIN,
        1,
        statusKey(run),
        run.token,
        JSON.stringify(run.request),
        storedJson(run.status),
        ttlSeconds,
        lostAfterMs,
      )) as Fields | null;
      if (existing === null) return { created: true, run };
      return { created: false, run: parseRun(existing) };
    },
    async find(projectId, queryId) {
      const fields = (await redis.eval(FIND, 1, keyOf(projectId, queryId))) as Fields | null;
      return fields && parseRun(fields);
    },
    async claim(run, holder) {
      const status = storedJson(run.status);
      const key = statusKey(run);
      const answer = await redis.eval(
        CLAIM,
        1,
        key,
        run.token,
        holder,
        status,
        leaseMs,
        ttlSeconds,
      );
      const count = Number(answer);
      if (count > 0) return { outcome: 'claimed', count };
      return { outcome: count === 0 ? 'gone' : 'held' };
    },
    async renew(run, holder) {
      return (await redis.eval(RENEW, 1, statusKey(run), run.token, holder, leaseMs)) === 1;
    },
    async finish(run, holder) {
      const status = storedJson(run.status);
      const key = statusKey(run);
      return (await redis.eval(FINISH, 1, key, run.token, holder, status, ttlSeconds)) === 1;
    },
    async giveUp(run, status) {
      const written = await redis.eval(
        GIVE_UP,
        1,
        statusKey(run),
        run.token,
        storedJson(status),
        ttlSeconds,
        run.isClaimed ? '1' : '0',
        lostAfterMs,
      );
      return written === 1;
    },
    async remove(projectId, queryId) {
      await redis.del(keyOf(projectId, queryId));
    },
  };
}

function parseRun([token, request, status, lapsed, isClaimed]: Fields): StoredQueryRun {
  return {
    token,
    request: JSON.parse(request) as unknown,
    status: queryStatusSchema.parse(parseStored(status)),
    isClaimed: isClaimed === '1',
    lapsedMs: Number(lapsed),
  };
}
