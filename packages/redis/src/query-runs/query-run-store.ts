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

/** One background run: who may write to it, what it runs, where it stands. */
export interface QueryRun {
  readonly token: string;
  readonly request: unknown;
  readonly status: QueryStatus;
}

/** A run as it was found. */
export interface StoredQueryRun extends QueryRun {
  /** The resources whose definitions it read; none before it is finished. */
  readonly scopesRead: readonly string[];
  /** False while no worker has taken it. */
  readonly isClaimed: boolean;
  /** How long ago the lease of its worker ran out; 0 or less while it lasts, or there is none. */
  readonly lapsedMs: number;
  /** The run that works for this one; null for a run that works itself. */
  readonly joined: RunName | null;
  /** Whether the client of its id has cancelled it, while others who joined still wait. */
  readonly hasLeft: boolean;
}

/** Which run is meant: ids are used again. */
export interface RunName {
  readonly queryId: string;
  readonly token: string;
}

/** Times of a run record. */
export interface QueryRunTimes {
  /** How long a record lives after its last write. */
  readonly ttlSeconds: number;
  /** How long a worker may be silent before another one may take its run. */
  readonly leaseMs: number;
  /** How long after its lease ran out a run without a worker counts as lost. */
  readonly lostAfterMs: number;
}

/** `held`: another worker processes it; `gone`: it was cancelled, expired, finished or restarted. */
export type Claim = { readonly outcome: 'claimed'; readonly count: number } | ClaimRejection;
export interface ClaimRejection {
  readonly outcome: 'held' | 'gone';
}

export interface QueryRunStore {
  readonly times: QueryRunTimes;
  /** Stores a new run unless one with this id is still going; returns the one that counts. */
  createOrJoin(run: QueryRun): Promise<CreatedRun>;
  /** @param token of the run that is meant; whichever has the id now when absent */
  find(projectId: number, queryId: string, token?: string): Promise<StoredQueryRun | null>;
  /** Makes `run` wait for another run. False if the other run has ended or expired. */
  join(run: Pick<QueryRun, 'token' | 'status'>, other: RunName): Promise<boolean>;
  /**
   * Takes a client off a run that works: that of the run's own id, or one that joined. Returns how many still
   * wait; with the last one the record is removed. Null if the run has already expired.
   */
  leave(projectId: number, working: RunName, joiner: string | null): Promise<number | null>;
  /** Takes a run with a lease, also from a worker that let its own run out. */
  claim(run: Pick<QueryRun, 'token' | 'status'>, holder: string): Promise<Claim>;
  /** The heartbeat of a worker. False when the run is no longer its own. */
  renew(run: Pick<QueryRun, 'token' | 'status'>, holder: string): Promise<boolean>;
  /**
   * Writes the last status if the run is still there and the holder's. False after a cancel, an expiry or
   * a take-over: a late result is rejected.
   */
  finish(
    run: Pick<StoredQueryRun, 'token' | 'status' | 'scopesRead'>,
    holder: string,
  ): Promise<boolean>;
  /** Writes the last status of a run without a worker. False when a worker took it, or finished it, meanwhile. */
  giveUp(run: StoredQueryRun, status: QueryStatus): Promise<boolean>;
  /** Forgets the run, unless its id belongs to a later one. */
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
 * Run records in Redis, one hash per run; they expire some time after the last write. Ids are scoped by project:
 * another project's id does not exist.
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
