import fc from 'fast-check';
import type { IdentityInput } from './identity-types';
import { personUuid } from './person-uuid';
import { inBatches, IdentityTables } from './test-support/identity-tables';

const ids = fc.constantFrom('a', 'b', 'c', 'd', 'e', 'null');
const eventArbitrary: fc.Arbitrary<IdentityInput> = fc
  .record({
    distinctId: ids,
    kind: fc.constantFrom(
      'plain',
      'plain',
      'personless',
      '$identify',
      '$create_alias',
      '$merge_dangerously',
    ),
    source: ids,
    seconds: fc.integer({ min: 0, max: 1_000 }),
    set: fc.dictionary(fc.constantFrom('x', 'y', '$browser'), fc.constantFrom(1, 2, null)),
    setOnce: fc.dictionary(fc.constantFrom('x', 'z'), fc.constantFrom(3, null)),
    unset: fc.subarray(['x', 'y', 'z']),
  })
  .map(({ distinctId, kind, source, seconds, set, setOnce, unset }) => {
    const merges = kind.startsWith('$');
    return {
      projectId: 1,
      uuid: 'u',
      event: merges ? kind : 'e',
      distinctId,
      timestamp: new Date(seconds * 1_000),
      personless: kind === 'personless',
      update: kind === 'personless' ? { set: {}, setOnce: {}, unset: [] } : { set, setOnce, unset },
      mergeSource: merges ? source : null,
    };
  });

const streams = fc.array(eventArbitrary, { minLength: 1, maxLength: 40 });
const cuts = fc.array(fc.boolean(), { minLength: 40, maxLength: 40 });

it('makes the same persons however the stream is split into batches', () => {
  fc.assert(
    fc.property(streams, cuts, cuts, (events, some, others) => {
      expect(inBatches(events, some).summary()).toEqual(inBatches(events, others).summary());
    }),
    { numRuns: 500 },
  );
});

it('shows every event, old ones too, with the person of its distinct id', () => {
  fc.assert(
    fc.property(streams, cuts, (events, cutAfter) => {
      const tables = inBatches(events, cutAfter);
      const expected = events.map(
        ({ distinctId }) => tables.personOf(distinctId) ?? personUuid(1, distinctId),
      );
      expect(tables.eventsResolved()).toEqual(expected);
    }),
    { numRuns: 500 },
  );
});

it('does not merge or split persons when a batch is delivered again', () => {
  fc.assert(
    fc.property(streams, (events) => {
      const tables = new IdentityTables();
      tables.run(events);
      const { ids: before } = tables.summary();
      tables.run(events);
      expect(tables.summary().ids).toEqual(before);
    }),
    { numRuns: 500 },
  );
});
