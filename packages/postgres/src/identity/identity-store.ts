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

/** The transactional truth of who is who. Decisions are the caller's; they must be repeatable. */
export interface IdentityStore {
  /**
   * Loads what `request` names, lets `decide` say what changes, and commits that, all or nothing. When
   * another worker changed the same persons meanwhile, it loads and decides again.
   *
   * @param fences where the batch comes from; nothing is committed once another worker has claimed one
   * of these partitions.
   * @throws FencedError
   */
  resolve<T>(
    request: IdentityRequest,
    decide: (state: IdentityState) => { readonly writes: IdentityWrites; readonly result: T },
    fences?: PartitionTokens,
  ): Promise<{ readonly result: T; readonly commit: IdentityCommit }>;
  /**
   * Rows committed at least `minAgeMs` ago and not completed since, because their worker died before
   * ClickHouse had them.
   */
  unpublished(limit: number, minAgeMs: number): Promise<OutboxRows | null>;
  /** Rows that these entries of the outbox name; null when they are completed. */
  pending(outboxIds: readonly number[]): Promise<OutboxRows | null>;
  /** ClickHouse has the rows of these outbox entries. */
  complete(outboxIds: readonly number[]): Promise<void>;
}

const MAX_ATTEMPTS = 20;
/** The first attempt reads without locks: most events change nothing and take no locks. */
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
