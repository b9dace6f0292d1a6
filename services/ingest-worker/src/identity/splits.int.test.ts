import type { NormalizedEvent } from '@tidemark/domain';
import { normalizeEvent, personUuid } from '@tidemark/domain';
import type { Database, IdentityStore } from '@tidemark/postgres';
import { createIdentityStore } from '@tidemark/postgres';
import { createIsolatedDatabase } from '@tidemark/testing';
import fc from 'fast-check';
import { entryOf } from '../test-support/pipeline';
import { decideBatch } from './decide-batch';
import { identityRequest } from './identity-request';

interface Step {
  readonly kind: 'plain' | 'personless' | '$identify' | '$create_alias' | '$merge_dangerously';
  readonly distinctId: string;
  readonly source: string;
  /** The range ends after this step. */
  readonly cut: boolean;
}

/** One worker with a real Postgres. In production, the division of a stream into ranges depends on timing. */
describe('a stream divided into any ranges', () => {
  let database: Database;
  let store: IdentityStore;
  let lastTeam = 0;

  beforeAll(async () => {
    database = await createIsolatedDatabase();
    store = createIdentityStore(database);
  });
  afterAll(() => database.close());

  const eventOf = (team: number, { kind, distinctId, source }: Step): NormalizedEvent => {
    const personless = { $process_person_profile: false };
    const read = normalizeEvent(
      entryOf({
        team_id: team,
        event: kind.startsWith('$') ? kind : 'e',
        distinct_id: distinctId,
        properties: {
          ...(kind === 'personless' ? personless : {}),
          ...(kind === '$identify' ? { $anon_distinct_id: source } : {}),
          ...(kind === '$create_alias' || kind === '$merge_dangerously' ? { alias: source } : {}),
        },
      }),
      { anonymizeIps: false },
    );
    if (read.kind !== 'event') throw new Error(read.warning?.type);
    return read.event;
  };

  const resolve = async (events: readonly NormalizedEvent[]): Promise<string[]> => {
    const { result } = await store.resolve(identityRequest(events), (state) => {
      const { writes, outcomes } = decideBatch(state, events);
      return { writes, result: outcomes.map(({ personId }) => personId) };
    });
    return result;
  };

  /** Stores a stream in a new project. With `twice`, every range is delivered again. */
  const ingest = async (steps: readonly Step[], cutAll: boolean, twice = false) => {
    const team = (lastTeam += 1);
    const stored: string[] = [];
    let range: NormalizedEvent[] = [];
    for (const [index, step] of steps.entries()) {
      range.push(eventOf(team, step));
      if (!cutAll && !step.cut && index < steps.length - 1) continue;
      stored.push(...(await resolve(range)));
      if (twice) await resolve(range);
      range = [];
    }
    const rows = await database.db
      .selectFrom('person_distinct_ids')
      .select(['distinct_id', 'person_id', 'version'])
      .where('project_id', '=', team)
      .execute();
    const mapping = new Map(rows.map((row) => [row.distinct_id, row]));
    return {
      /** The person of each event as queries return it. */
      shown: steps.map(({ distinctId }, index) => {
        const row = mapping.get(distinctId);
        return row !== undefined && row.version > 0 ? row.person_id : stored[index];
      }),
      /** The person of each id, or the person that would be created for it. */
      owners: steps.map(
        ({ distinctId }) => mapping.get(distinctId)?.person_id ?? personUuid(team, distinctId),
      ),
      together: partition(rows),
    };
  };

  const ids = fc.constantFrom('a', 'b', 'c', 'd');
  const kinds = fc.constantFrom<Step['kind']>(
    ...(['plain', 'personless', 'personless', '$identify', '$create_alias'] as const),
    '$merge_dangerously',
  );
  const streams = fc.array(
    fc.record({ kind: kinds, distinctId: ids, source: ids, cut: fc.boolean() }),
    { minLength: 1, maxLength: 12 },
  );

  it('joins an anonymous event with the $identify of its id in the same range', async () => {
    const { shown, owners } = await ingest(
      [
        { kind: 'personless', distinctId: 'anon', source: '', cut: false },
        { kind: '$identify', distinctId: 'user', source: 'anon', cut: false },
        { kind: 'plain', distinctId: 'user', source: '', cut: false },
      ],
      false,
    );
    expect(shown).toEqual(owners);
    expect(new Set(shown).size).toBe(1);
  });

  it('assigns every event to the person of its id, with the same merged ids', async () => {
    await fc.assert(
      fc.asyncProperty(streams, async (steps) => {
        const [cut, single, twice] = [
          await ingest(steps, false),
          await ingest(steps, true),
          await ingest(steps, false, true),
        ];
        for (const { shown, owners } of [cut, single, twice]) expect(shown).toEqual(owners);
        expect(cut.together).toEqual(single.together);
        expect(twice.together).toEqual(single.together);
      }),
      { numRuns: 60 },
    );
  });
});

/** The groups of distinct ids that share a person, independent of the person's uuid. */
function partition(rows: readonly { distinct_id: string; person_id: string }[]): string[] {
  const groups = new Map<string, string[]>();
  for (const { distinct_id, person_id } of rows) {
    groups.set(person_id, [...(groups.get(person_id) ?? []), distinct_id]);
  }
  return [...groups.values()].map((group) => group.sort().join()).sort();
}
