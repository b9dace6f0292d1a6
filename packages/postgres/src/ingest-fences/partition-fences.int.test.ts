import { setTimeout as sleep } from 'node:timers/promises';
import { createLogger } from '@tidemark/platform';
import { createIsolatedDatabase, createIsolatedStores } from '@tidemark/testing';
import type { Database } from '../database';
import { createDatabase } from '../database';
import type { IdentityStore, IdentityWrites } from '../identity';
import { createIdentityStore } from '../identity';
import type { PartitionFences } from './partition-fences';
import { createPartitionFences, FencedError } from './partition-fences';

const nothing: IdentityWrites = {
  created: [],
  updated: [],
  deleted: [],
  attached: [],
  attachedTo: [],
  personlessSeen: [],
  groupTypes: [],
  groups: [],
};
const request = { distinctIds: [], mergeIds: [], groupProjects: [] };

describe('partition fences', () => {
  let database: Database;
  let fences: PartitionFences;
  let store: IdentityStore;

  beforeAll(async () => {
    database = await createIsolatedDatabase();
    fences = createPartitionFences(database);
    store = createIdentityStore(database);
  });
  afterAll(() => database.close());

  /** Commits a group with this key, unless the tokens are invalid. */
  const commit = (groupKey: string, tokens: ReadonlyMap<number, number>, meanwhile = noop) =>
    store.resolve(
      request,
      () => {
        meanwhile();
        return {
          writes: {
            ...nothing,
            groups: [
              { projectId: 1, groupTypeIndex: 0, groupKey, properties: {}, createdAt: new Date() },
            ],
          },
          result: null,
        };
      },
      tokens,
    );
  const noop = (): void => undefined;
  const groups = async (): Promise<string[]> =>
    (await database.db.selectFrom('groups').select('group_key').execute()).map(
      (row) => row.group_key,
    );

  it('count every claim of a partition', async () => {
    expect(await fences.raise([101, 102])).toEqual(
      new Map([
        [101, 1],
        [102, 1],
      ]),
    );
    expect(await fences.raise([102])).toEqual(new Map([[102, 2]]));
  });

  it('let the owner commit, and reject an earlier owner with the number of the partition', async () => {
    const old = await fences.raise([1, 2]);
    await commit('by the owner', old);
    const present = new Map([...old, ...(await fences.raise([2]))]);
    await expect(commit('stale', old)).rejects.toEqual(new FencedError([2]));
    await commit('by the next owner', present);
    expect(await groups()).toEqual(['by the owner', 'by the next owner']);
  });

  it('reject a commit if its partition is claimed after the decision', async () => {
    const tokens = await fences.raise([3]);
    let claimed: Promise<unknown> = Promise.resolve();
    const late = commit('late', tokens, () => {
      claimed = fences.raise([3]);
    });
    const outcome = await late.then(
      () => 'committed',
      (error: unknown) => error,
    );
    await claimed;
    // Both orders are valid, but if the claim came first, the commit must be rejected.
    const stored = (await groups()).includes('late');
    expect(outcome).toEqual(stored ? 'committed' : new FencedError([3]));
    await expect(commit('later', tokens)).rejects.toBeInstanceOf(FencedError);
  });
});

describe('a client that stalls within its transaction', () => {
  it('loses its transaction, so that its locks do not block others', async () => {
    const logger = createLogger('test', 'silent');
    const { postgres } = await createIsolatedStores();
    const stalling = createDatabase(postgres, { poolSize: 1, logger, idleInTransactionMs: 200 });
    const other = createDatabase(postgres, { poolSize: 1, logger });
    const fences = createPartitionFences(other);
    const tokens = await fences.raise([1]);
    const stalled = stalling.db.transaction().execute(async (tx) => {
      await tx.updateTable('ingest_fences').set({ token: 50 }).execute();
      await sleep(1_500);
      await tx.updateTable('ingest_fences').set({ token: 51 }).execute();
    });
    stalled.catch(() => undefined);
    await sleep(50);
    expect(await fences.raise([1])).toEqual(new Map([[1, (tokens.get(1) ?? 0) + 1]]));
    await expect(stalled).rejects.toThrow();
    await Promise.all([stalling.close(), other.close()]);
  });
});
