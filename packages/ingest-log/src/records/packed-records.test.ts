import type { AcceptedBatch } from '@tidemark/contracts';
import fc from 'fast-check';
import { packRecords, unpackRecords } from './packed-records';
import { partitionOf } from './partition';

const PARTITIONS = 4;
const HEAD = '{"v":2,"team_id":7,';

const batchOf = (events: readonly { distinctId: string; sent: unknown }[]): AcceptedBatch => ({
  teamId: 7,
  head: HEAD,
  events: events.map(({ distinctId, sent }, index) => ({
    partitionKey: distinctId,
    lead: `"n":${index},"sent":`,
    sent: Buffer.from(JSON.stringify(sent)),
  })),
});

it('returns every event, in order within its partition', () => {
  const event = fc.record({
    distinctId: fc.string({ unit: 'grapheme', maxLength: 5 }),
    sent: fc.jsonValue(),
  });
  fc.assert(
    fc.property(fc.array(event, { maxLength: 250 }), (events) => {
      const found = new Map<number, unknown[]>();
      for (const { partition, events: count, value } of packRecords(batchOf(events), PARTITIONS)) {
        const texts = unpackRecords(value.toString());
        expect(texts).toHaveLength(count);
        found.set(partition, [
          ...(found.get(partition) ?? []),
          ...texts.map((t) => JSON.parse(t) as unknown),
        ]);
      }
      for (let partition = 0; partition < PARTITIONS; partition += 1) {
        const expected = events.flatMap(({ distinctId, sent }, n) =>
          partitionOf(7, distinctId, PARTITIONS) === partition
            ? [JSON.parse(JSON.stringify({ v: 2, team_id: 7, n, sent })) as unknown]
            : [],
        );
        expect(found.get(partition) ?? []).toEqual(expected);
      }
    }),
  );
});

it('starts a new entry after 100 events or half a megabyte', () => {
  const many = Array.from({ length: 250 }, () => ({ distinctId: 'u', sent: 1 }));
  expect(packRecords(batchOf(many), 1).map(({ events }) => events)).toEqual([100, 100, 50]);
  const large = Array.from({ length: 5 }, () => ({ distinctId: 'u', sent: 'x'.repeat(200_000) }));
  expect(packRecords(batchOf(large), 1).map(({ events }) => events)).toEqual([2, 2, 1]);
});

it('returns a record of the first version unchanged', () => {
  const raw = '{"v":1,"properties":{"text":"\\u001e"}}';
  expect(unpackRecords(raw)).toEqual([raw]);
});
