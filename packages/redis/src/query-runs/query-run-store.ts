import type { QueryStatus } from '@tidemark/contracts';
import { queryStatusSchema } from '@tidemark/contracts';
import { parseStored, storedJson } from '@tidemark/platform';
import type { Redis } from '../connection/redis';
import {
  CLAIM,
  CREATE_OR_JOIN,
  FIND,
  FINISH,
  GIVE_UP,
  JOIN,
  LEAVE,
  MARK_JOINED,
  REMOVE,
  RENEW,
} from './scripts';

/** One background run: the token for writing to it, its request and its status. */
export interface QueryRun {
  readonly token: string;
  readonly request: unknown;
  readonly status: QueryStatus;
}

/** A run as it is stored. */
export interface StoredQueryRun extends QueryRun {
  /** The resources whose definitions it read; empty before it is finished. */
  readonly scopesRead: readonly string[];
  /** False if no worker has claimed it yet. */
  readonly isClaimed: boolean;
  /** The time since the lease of its worker expired; 0 or less if it is valid or there is none. */
  readonly lapsedMs: number;
  /** The run that this run has joined; null for a run that computes its own result. */
  readonly joined: RunName | null;
  /** Whether the client that started this run has cancelled it while clients of joined runs still wait. */
  readonly hasLeft: boolean;
}

/** Identifies a run; the token is needed because ids can be reused. */
export interface RunName {
  readonly queryId: string;
  readonly token: string;
}

/** The time limits of run records. */
export interface QueryRunTimes {
  /** The lifetime of a record after its last write. */
  readonly ttlSeconds: number;
  /** The duration of a worker's lease, after which another worker may claim the run. */
  readonly leaseMs: number;
  /** The time after the end of its lease when a run without a worker counts as lost. */
  readonly lostAfterMs: number;
}

/** `held`: another worker processes it; `gone`: it was cancelled, expired, finished or restarted. */
export type Claim = { readonly outcome: 'claimed'; readonly count: number } | ClaimRejection;
export interface ClaimRejection {
  readonly outcome: 'held' | 'gone';
}

export interface QueryRunStore {
  readonly times: QueryRunTimes;
  /** Stores a new run, unless a run with this id is unfinished; returns the stored one. */
  createOrJoin(run: QueryRun): Promise<CreatedRun>;
  /** @param token the token of the run; if absent, the current run with the id is returned */
  find(projectId: number, queryId: string, token?: string): Promise<StoredQueryRun | null>;
  /** Makes `run` wait for another run. False if the other run has ended or expired. */
  join(run: Pick<QueryRun, 'token' | 'status'>, other: RunName): Promise<boolean>;
  /**
   * Removes a client from the run that computes the result: the client of the run's own id, or that of a joined run.
   * Returns the number of remaining clients; without any, the record is deleted. Null if the run no longer exists.
   */
  leave(projectId: number, working: RunName, joiner: string | null): Promise<number | null>;
  /** Takes the lease of a run, also from a worker whose lease has expired. */
  claim(run: Pick<QueryRun, 'token' | 'status'>, holder: string): Promise<Claim>;
  /** Extends the lease of a worker. False if the worker no longer has the run. */
  renew(run: Pick<QueryRun, 'token' | 'status'>, holder: string): Promise<boolean>;
  /**
   * Writes the final status if the run still exists and belongs to the holder. False after it was cancelled, expired
   * or claimed by another worker: a late result is rejected.
   */
  finish(
    run: Pick<StoredQueryRun, 'token' | 'status' | 'scopesRead'>,
    holder: string,
  ): Promise<boolean>;
  /** Writes the final status of a run without a worker. False if a worker has claimed or finished it meanwhile. */
  giveUp(run: StoredQueryRun, status: QueryStatus): Promise<boolean>;
  /** Deletes the run, unless its id now belongs to a later one. */
  remove(projectId: number, run: RunName): Promise<void>;
}

export type CreatedRun =
  | { readonly created: true; readonly run: QueryRun }
  | { readonly created: false; readonly run: StoredQueryRun };

type Fields = [
  token: string,
  request: string,
  status: string,
  lapsed: string,
  isClaimed: string,
  joined: string,
  hasLeft: string,
  scopesRead: string,
];

const keyOf = (projectId: number, queryId: string): string =>
  `tidemark:query-run:{${projectId}:${queryId}}`;
const statusKey = ({ status }: Pick<QueryRun, 'status'>): string =>
  keyOf(status.team_id, status.id);

/**
 * Stores runs in Redis, one hash per run, which expires some time after its last write. Keys contain the project, so
 * that a run is not found with its id in another project.
 */
export function createQueryRunStore(redis: Redis, times: QueryRunTimes): QueryRunStore {
  const { ttlSeconds, leaseMs, lostAfterMs } = times;
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
    async find(projectId, queryId, token = '') {
      const key = keyOf(projectId, queryId);
      const fields = (await redis.eval(FIND, 1, key, token, ttlSeconds)) as Fields | null;
      return fields && parseRun(fields);
    },
    async join(run, other) {
      const key = keyOf(run.status.team_id, other.queryId);
      if ((await redis.eval(JOIN, 1, key, other.token, run.token, lostAfterMs)) !== 1) return false;
      const name = JSON.stringify(other);
      return (await redis.eval(MARK_JOINED, 1, statusKey(run), run.token, name)) === 1;
    },
    async leave(projectId, { queryId, token }, joiner) {
      const key = keyOf(projectId, queryId);
      const waiting = Number(await redis.eval(LEAVE, 1, key, token, joiner ?? ''));
      return waiting < 0 ? null : waiting;
    },
    async claim(run, holder) {
      const status = storedJson(run.status);
      const key = statusKey(run);
      const response = await redis.eval(
        CLAIM,
        1,
        key,
        run.token,
        holder,
        status,
        leaseMs,
        ttlSeconds,
      );
      const count = Number(response);
      if (count > 0) return { outcome: 'claimed', count };
      return { outcome: count === 0 ? 'gone' : 'held' };
    },
    async renew(run, holder) {
      return (await redis.eval(RENEW, 1, statusKey(run), run.token, holder, leaseMs)) === 1;
    },
    async finish(run, holder) {
      const status = storedJson(run.status);
      const key = statusKey(run);
      const scopes = JSON.stringify(run.scopesRead);
      const args = [run.token, holder, status, ttlSeconds, scopes];
      return (await redis.eval(FINISH, 1, key, ...args)) === 1;
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
    async remove(projectId, { queryId, token }) {
      await redis.eval(REMOVE, 1, keyOf(projectId, queryId), token);
    },
  };
}

function parseRun(fields: Fields): StoredQueryRun {
  const [token, request, status, lapsed, isClaimed, joined, hasLeft, scopes] = fields;
  return {
    token,
    request: JSON.parse(request) as unknown,
    status: queryStatusSchema.parse(parseStored(status)),
    isClaimed: isClaimed === '1',
    lapsedMs: Number(lapsed),
    joined: joined === '' ? null : (JSON.parse(joined) as RunName),
    hasLeft: hasLeft !== '',
    scopesRead: JSON.parse(scopes) as string[],
  };
}
