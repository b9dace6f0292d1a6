import fc from 'fast-check';
import { packRecords } from './packed-records';
import { packedSlices, packEvents } from './packed-values';

const batchOf = (texts: readonly string[]) => ({
  teamId: 7,
  head: '{"v":2,',
  events: texts.map((text, index) => ({
    partitionKey: `id ${index % 5}`,
    lead: '"sent":',
    sent: Buffer.from(JSON.stringify({ text })),
  })),
});

it('returns the packed entries in order', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ unit: 'grapheme' }), { maxLength: 50 }), (texts) => {
      const batch = batchOf(texts);
      expect([...packedSlices(packEvents(batch, 4))].flat()).toEqual(packRecords(batch, 4));
    }),
  );
});

it('limits slices by bytes and by number', () => {
  const large = [...packedSlices(packEvents(batchOf(Array(40).fill('x'.repeat(400_000))), 16))];
  expect(large.flat()).toHaveLength(40);
  expect(Math.max(...large.map((slice) => slice.length))).toBeLessThanOrEqual(10);
  const events = Array.from({ length: 1_200 }, (_, index) => ({
    ...batchOf(['x']).events[0],
    partitionKey: String(index),
  })) as unknown as ReturnType<typeof batchOf>['events'];
  const many = [...packedSlices(packEvents({ ...batchOf([]), events }, 1_000_000))];
  expect(many.flat().reduce((sum, value) => sum + value.events, 0)).toBe(1_200);
  expect(Math.max(...many.map((slice) => slice.length))).toBe(500);
});
