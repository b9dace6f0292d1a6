import { randomUUID } from 'node:crypto';
import type { LoggedEventV1 } from '@tidemark/contracts';
import type { NormalizedEvent } from '@tidemark/domain';
import { normalizeEvent } from '@tidemark/domain';
import { createIsolatedDatabase } from '@tidemark/testing';
import type { Database, IdentityStore } from '@tidemark/postgres';
import { createIdentityStore } from '@tidemark/postgres';
import { entryOf } from '../test-support/pipeline';
import { decideBatch } from './decide-batch';
import { identityRequest } from './identity-request';

/** Several workers process different batches at the same time, with one Postgres. */
describe('identity under concurrency', () => {
  let database: Database;
  let store: IdentityStore;
  let team = 0;

  beforeAll(async () => {
    database = await createIsolatedDatabase();
    store = createIdentityStore(database);
  });
  afterAll(() => database.close());
  beforeEach(() => {
    team += 1;
  });

  const event = (
    name: string,
    distinctId: string,
    properties: Record<string, unknown> = {},
    more: Partial<LoggedEventV1> = {},
  ): NormalizedEvent => {
    const given = { team_id: team, event: name, distinct_id: distinctId, properties, ...more };
    const entry = entryOf(given);
    const read = normalizeEvent(entry, { anonymizeIps: false });
    if (read.kind !== 'event') throw new Error(read.warning?.type);
    return read.event;
  };
  const merge = (target: string, source: string): NormalizedEvent =>
    event('$merge_dangerously', target, { alias: source });
  const run = async (...events: NormalizedEvent[]) => {
    const { result, commit } = await store.resolve(identityRequest(events), (state) => {
      const decision = decideBatch(state, events);
      return { writes: decision.writes, result: decision };
    });
    return { ...result, commit };
  };
  const organization = async (): Promise<string> => {
    const id = randomUUID();
    await database.db.insertInto('organizations').values({ id, name: 'o', slug: id }).execute();
    return id;
  };
  const mapping = async (): Promise<
    { distinct_id: string; person_id: string; version: number }[]
  > =>
    database.db
      .selectFrom('person_distinct_ids')
      .select(['distinct_id', 'person_id', 'version'])
      .where('project_id', '=', team)
      .orderBy('distinct_id')
      .execute();
  const persons = () =>
    database.db.selectFrom('persons').selectAll().where('project_id', '=', team).execute();

  it('moves memberships in cohorts with their persons, and records changed static cohorts', async () => {
    await database.db
      .insertInto('projects')
      .values({
        id: team,
        uuid: randomUUID(),
        organization_id: await organization(),
        name: 'p',
        api_token: `phc_${team}`,
      })
      .execute();
    const cohort = async (isStatic: boolean): Promise<number> =>
      (
        await database.db
          .insertInto('cohorts')
          .values({ project_id: team, is_static: isStatic })
          .returning('id')
          .executeTakeFirstOrThrow()
      ).id;
    const listed = await cohort(true);
    const counted = await cohort(false);
    await run(...['t', 's1', 's2'].map((id) => event('e', id, { $set: { id } })));
    const ids = new Map((await mapping()).map((row) => [row.distinct_id, row.person_id]));
    const member = (cohort_id: number, version: number, id: string) => ({
      project_id: team,
      cohort_id,
      version,
      person_id: ids.get(id) ?? '',
    });
    await database.db
      .insertInto('cohort_members')
      .values([
        member(listed, 0, 's1'),
        member(listed, 0, 's2'),
        member(listed, 0, 't'),
        member(counted, 3, 's2'),
      ])
      .execute();
    await Promise.all([run(merge('t', 's1')), run(merge('t', 's2'))]);
    const members = await database.db
      .selectFrom('cohort_members')
      .select(['cohort_id', 'version', 'person_id'])
      .where('project_id', '=', team)
      .orderBy('cohort_id')
      .execute();
    const target = (await mapping())[0]?.person_id;
    expect(members).toEqual([
      { cohort_id: listed, version: 0, person_id: target },
      { cohort_id: counted, version: 3, person_id: target },
    ]);
    const touches = await database.db.selectFrom('cohort_touches').select('cohort_id').execute();
    expect(new Set(touches.map((row) => row.cohort_id))).toEqual(new Set([listed]));
  });

  it('creates one person when many workers process the same new id', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, i) => run(event('e', 'same', { $set: { [`k${i}`]: i } }))),
    );
    const [person, ...others] = await persons();
    expect(others).toEqual([]);
    for (let i = 0; i < 8; i += 1) expect(person?.properties).toHaveProperty(`k${i}`, i);
  });

  it('creates one person when two workers merge the same two ids in opposite directions', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b] = [`a${round}`, `b${round}`];
      await run(event('e', a), event('e', b));
      await Promise.all([run(merge(a, b)), run(merge(b, a))]);
      const owners = (await mapping()).filter((row) => [a, b].includes(row.distinct_id));
      expect(new Set(owners.map((row) => row.person_id)).size).toBe(1);
    }
    expect(await persons()).toHaveLength(10);
  });

  it('creates one person from a ring of ids that many workers merge at the same time', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `ring${i}`);
    await Promise.all(
      ids.map((id, i) => run(event('e', id), merge(id, ids[(i + 1) % ids.length]!))),
    );
    expect(await persons()).toHaveLength(1);
    expect(new Set((await mapping()).map((row) => row.person_id)).size).toBe(1);
    expect(await mapping()).toHaveLength(12);
  });

  it('moves ids of a merged person that are not in the batch', async () => {
    await run(
      event('e', 's1'),
      event('$identify', 's1', { $anon_distinct_id: 's2' }),
      event('e', 't'),
    );
    const { commit } = await run(merge('t', 's1'));
    expect(commit.moved.map((row) => [row.distinctId, row.version]).sort()).toEqual([
      ['s1', 1],
      ['s2', 1],
    ]);
  });

  it('moves personless events with every merge', async () => {
    for (let round = 0; round < 40; round += 1) {
      const [anon, user] = [`anon${round}`, `user${round}`];
      await run(event('e', user));
      const [seen] = await Promise.all([
        run(event('e', anon, { $process_person_profile: false })),
        run(event('$identify', user, { $anon_distinct_id: anon })),
      ]);
      const row = (await mapping()).find(({ distinct_id }) => distinct_id === anon);
      const eventPerson = seen.outcomes[0]?.personId;
      expect(eventPerson === row?.person_id || (row?.version ?? 0) > 0).toBe(true);
    }
  });

  it('sets the creation time of a group to its earliest event, in any order of processing', async () => {
    const at = async (timestamp: string) => {
      const read = normalizeEvent(
        entryOf({
          ...{ team_id: team, timestamp, event: '$groupidentify' },
          properties: { $group_type: 'company', $group_key: 'acme', $group_set: { timestamp } },
        }),
        { anonymizeIps: false },
      );
      if (read.kind !== 'event') throw new Error(read.warning?.type);
      await run(read.event);
    };
    for (const day of ['03', '01', '02']) await at(`2026-01-${day}T00:00:00.000Z`);
    const group = await database.db
      .selectFrom('groups')
      .select(['created_at', 'properties'])
      .where('project_id', '=', team)
      .executeTakeFirstOrThrow();
    expect(group.created_at).toEqual(new Date('2026-01-01T00:00:00Z'));
    expect(group.properties).toEqual({ timestamp: '2026-01-02T00:00:00.000Z' });
  });

  it('numbers each group type once when several workers process new ones at the same time', async () => {
    await Promise.all(
      Array.from({ length: 8 }, (_, i) =>
        run(event('e', `g${i}`, { $groups: { [`t${i % 4}`]: 'k', [`t${(i + 1) % 4}`]: 'k' } })),
      ),
    );
    const types = await database.db
      .selectFrom('group_types')
      .select(['group_type', 'group_type_index'])
      .where('project_id', '=', team)
      .execute();
    expect(types.map((row) => row.group_type).sort()).toEqual(['t0', 't1', 't2', 't3']);
    expect(types.map((row) => row.group_type_index).sort()).toEqual([0, 1, 2, 3]);
  });

  it('keeps changes that ClickHouse lacks in the outbox until they are completed', async () => {
    await database.db.deleteFrom('identity_outbox').execute();
    const { commit } = await run(event('e', 'noted', { $set: { a: 1 } }), event('e', 'gone'));
    const { commit: second } = await run(merge('noted', 'gone'));
    const rows = await store.unpublished(10, 0);
    expect(rows?.ids).toEqual([commit.outboxId, second.outboxId]);
    expect(rows?.persons).toMatchObject([{ properties: { a: 1 }, version: 1 }]);
    expect(rows?.tombstones).toMatchObject([{ version: 100 }]);
    expect(rows?.distinctIds.map((row) => row.distinctId).sort()).toEqual(['gone', 'noted']);
    expect(await store.unpublished(10, 60_000)).toBeNull();
    await store.complete(rows!.ids);
    expect(await store.unpublished(10, 0)).toBeNull();
  });

  it('adds nothing to the outbox if nothing changed', async () => {
    await run(event('e', 'still'));
    // Either of two events with the same time may be the first of the person.
    const later = { timestamp: '2026-01-02T03:04:05.900Z' };
    const { commit } = await run(event('e', 'still', {}, later));
    expect(commit.outboxId).toBeNull();
  });
});
