import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '../database';
import type { PartitionTokens } from '../ingest-fences/partition-fences';
import { holdFences } from '../ingest-fences/partition-fences';
import { loadIdentity } from './load-identity';
import type { OutboxRows } from './outbox';
import { completeOutbox, readOutbox, readOutboxEntries } from './outbox';
import { isRace } from './races';
import { saveIdentity } from './save-identity';
import type { IdentityCommit, IdentityRequest, IdentityState, IdentityWrites } from './types';

/**
 * Stores which person each distinct id belongs to. The caller decides about changes with a function that may be
 * called repeatedly.
 */
export interface IdentityStore {
  /**
   * Loads the state of `request`, calls `decide` for the changes, and commits them in one transaction. If another
   * worker changed the same persons meanwhile, it loads and decides again.
   * @param fences the partitions of the batch; nothing is committed if another worker has claimed one of them since
   * @throws FencedError
   */
  resolve<T>(
    request: IdentityRequest,
    decide: (state: IdentityState) => { readonly writes: IdentityWrites; readonly result: T },
    fences?: PartitionTokens,
  ): Promise<{ readonly result: T; readonly commit: IdentityCommit }>;
  /**
   * Rows that were committed at least `minAgeMs` ago but not completed, because their worker died before they were
   * written to ClickHouse.
   */
  unpublished(limit: number, minAgeMs: number): Promise<OutboxRows | null>;
  /** The rows of these outbox entries; null if they are completed. */
  pending(outboxIds: readonly number[]): Promise<OutboxRows | null>;
  /** Records that the rows of these outbox entries are in ClickHouse. */
  complete(outboxIds: readonly number[]): Promise<void>;
}

const MAX_ATTEMPTS = 20;
/** The first attempts read without locks, because most events change nothing. */
const OPTIMISTIC_ATTEMPTS = 2;
const MAX_PAUSE_MS = 50;

export function createIdentityStore({ db }: Database): IdentityStore {
  return {
    async resolve(request, decide, fences = new Map()) {
      for (let attempt = 1; ; attempt += 1) {
        try {
          return await db.transaction().execute(async (tx) => {
            const state = await loadIdentity(tx, request, attempt > OPTIMISTIC_ATTEMPTS);
            const { writes, result } = decide(state);
            const commit = await saveIdentity(tx, writes, request.mergeIds);
            await holdFences(tx, fences);
            return { result, commit };
          });
        } catch (error) {
          if (!isRace(error) || attempt >= MAX_ATTEMPTS) throw error;
          await sleep(Math.random() * MAX_PAUSE_MS);
        }
      }
    },
    unpublished: (limit, minAgeMs) => readOutbox(db, limit, minAgeMs),
    pending: (outboxIds) => readOutboxEntries(db, outboxIds),
    complete: (outboxIds) => completeOutbox(db, outboxIds),
  };
}
