import type { NormalizedEvent } from '@tidemark/domain';
import { normalizeEvent } from '@tidemark/domain';
import { createLogger } from '@tidemark/platform';
import type { Sightings } from '@tidemark/postgres';
import { entryOf } from '../test-support/pipeline';
import { createSeenDefinitions } from './seen-definitions';
import { createTaxonomy } from './taxonomy';

const NONE: Sightings = { events: [], properties: [], eventProperties: [] };
const groupTypes = { indexOf: (_: number, type: string) => (type === 'company' ? 2 : null) };

function eventOf(name: string, properties: object, projectId = 1): NormalizedEvent {
  const entry = entryOf({ event: name, team_id: projectId, properties: { ...properties } });
  const normalized = normalizeEvent(entry, { anonymizeIps: false });
  if (normalized.kind !== 'event') throw new Error('the event was dropped');
  return normalized.event;
}

function open(options: { maxSeenNames?: number } = {}) {
  const saved: Sightings[] = [];
  const state = { now: new Date('2026-01-15T10:20:00Z'), broken: false };
  const counted = { failures: 0 };
  const taxonomy = createTaxonomy({
    save: (sightings) => {
      if (state.broken) return Promise.reject(new Error('unavailable'));
      saved.push(sightings);
      return Promise.resolve();
    },
    now: () => state.now,
    metrics: {
      countDefinitions: () => undefined,
      countTaxonomyFailure: () => (counted.failures += 1),
    },
    logger: createLogger('test', 'silent'),
    ...options,
  });
  return {
    state,
    counted,
    /** Returns the definitions that are written for these events. */
    note: async (...events: NormalizedEvent[]): Promise<Sightings> => {
      const before = saved.length;
      await taxonomy.note(events, groupTypes);
      expect(saved.length - before).toBeLessThanOrEqual(1);
      return saved[before] ?? NONE;
    },
  };
}

it('writes a definition once', async () => {
  const { note } = open();
  expect(await note(eventOf('e', { a: 1, b: 'x' }), eventOf('e', { a: 2 }))).toEqual({
    events: [{ projectId: 1, name: 'e' }],
    properties: [
      { projectId: 1, owner: 'event', name: 'a', propertyType: 'Numeric' },
      { projectId: 1, owner: 'event', name: 'b', propertyType: 'String' },
    ],
    eventProperties: [
      { projectId: 1, event: 'e', property: 'a' },
      { projectId: 1, event: 'e', property: 'b' },
    ],
  });
  expect(await note(eventOf('e', { a: 'now a text', b: null }))).toEqual(NONE);
});

it('distinguishes projects and events', async () => {
  const { note } = open();
  await note(eventOf('e', { a: 1 }));
  const { eventProperties } = await note(eventOf('f', { a: 1 }), eventOf('e', { a: 1 }, 2));
  expect(eventProperties).toEqual([
    { projectId: 1, event: 'f', property: 'a' },
    { projectId: 2, event: 'e', property: 'a' },
  ]);
});

it('sets the type of a property by the first value with a type', async () => {
  const { note } = open();
  const typesOf = async (value: unknown) =>
    (await note(eventOf('e', { a: value }))).properties.map(({ propertyType }) => propertyType);
  expect(await typesOf(null)).toEqual([null]);
  expect(await typesOf([1])).toEqual([]);
  expect(await typesOf('2026-01-01')).toEqual(['DateTime']);
  expect(await typesOf(null)).toEqual([]);
  const together = await note(eventOf('g', { b: null }), eventOf('g', { b: true }));
  expect(together.properties).toEqual([
    { projectId: 1, owner: 'event', name: 'b', propertyType: 'Boolean' },
  ]);
});

it('finds properties of persons in $set and $set_once, and of groups in $groupidentify', async () => {
  const { note } = open();
  const seen = await note(
    eventOf('e', { $set: { age: 3 }, $set_once: { source: 'ad' } }),
    eventOf('$groupidentify', { $group_type: 'company', $group_key: 'k', $group_set: { arr: 9 } }),
    eventOf('$groupidentify', { $group_type: 'sixth', $group_key: 'k', $group_set: { no: 9 } }),
  );
  expect(seen.properties).toEqual([
    { projectId: 1, owner: 'person', name: 'age', propertyType: 'Numeric' },
    { projectId: 1, owner: 'person', name: 'source', propertyType: 'String' },
    { projectId: 1, owner: 'group_2', name: 'arr', propertyType: 'Numeric' },
  ]);
  expect(seen.eventProperties).toEqual([]);
});

it('leaves flags out of the properties of an event, and ignores long names', async () => {
  const { note } = open();
  const seen = await note(eventOf('e', { '$feature/x': true, ['n'.repeat(201)]: 1, 'nul\0': 1 }));
  expect(seen.properties.map(({ name }) => name)).toEqual(['$feature/x', 'nul\uFFFD']);
  expect(seen.eventProperties.map(({ property }) => property)).toEqual(['nul\uFFFD']);
});

it('reports an event again in the next hour', async () => {
  const { note, state } = open();
  await note(eventOf('e', {}));
  state.now = new Date('2026-01-15T10:59:59Z');
  expect(await note(eventOf('e', {}))).toEqual(NONE);
  state.now = new Date('2026-01-15T11:00:00Z');
  expect((await note(eventOf('e', {}))).events).toEqual([{ projectId: 1, name: 'e' }]);
});

it('does not reject while the store is unavailable, and writes the definitions later', async () => {
  const { note, state, counted } = open();
  state.broken = true;
  expect(await note(eventOf('e', { a: 1, b: null }))).toEqual(NONE);
  expect(counted.failures).toBe(1);
  state.broken = false;
  const { events, properties } = await note(eventOf('e', { a: 1, b: null }));
  expect(events).toHaveLength(1);
  expect(properties).toHaveLength(2);
});

it('writes a limited number of definitions per range, and the rest later', async () => {
  const { note } = open();
  const wide = (range: number) =>
    Array.from({ length: 5 }, (_, event) =>
      eventOf(
        'wide',
        Object.fromEntries(
          Array.from({ length: 4_500 }, (__, i) => [`p${range}_${event}_${i}`, 1]),
        ),
      ),
    );
  const events = wide(1);
  const first = (await note(...events)).properties.length;
  const second = (await note(...events)).properties.length;
  expect(first).toBeLessThanOrEqual(20_000);
  expect(first + second).toBe(5 * 4_500);
  const { properties } = await note(
    eventOf('data', Object.fromEntries(Array.from({ length: 5_001 }, (_, i) => [`k${i}`, 1]))),
  );
  expect(properties).toEqual([]);
});

it('removes the least recently used names', async () => {
  const { note } = open({ maxSeenNames: 12 });
  await note(eventOf('old', { a: 1, b: 1, c: 1 }));
  await note(eventOf('new', { a: 1, b: 1, c: 1 }));
  await note(eventOf('more', { a: 1, b: 1, c: 1 }));
  expect((await note(eventOf('more', { a: 1 }))).properties).toEqual([]);
  expect((await note(eventOf('old', { a: 1 }))).properties).toHaveLength(1);
});

it('has no more names than its limit', () => {
  const known = createSeenDefinitions(100);
  for (let round = 0; round < 50; round += 1) {
    for (let name = 0; name < 10; name += 1) known.at(`e${round}`).settled.add(`p${name}`);
    known.endRound();
    expect(known.size).toBeLessThanOrEqual(100);
  }
});
