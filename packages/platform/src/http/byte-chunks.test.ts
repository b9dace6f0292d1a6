import fc from 'fast-check';
import { ByteChunks } from './byte-chunks';

const MIB = 1024 * 1024;

it('returns all bytes in order, whatever the chunks are', () => {
  const chunk = fc.oneof(
    fc.uint8Array({ maxLength: 10 }),
    fc.integer({ min: 1, max: 100_000 }).map((size) => new Uint8Array(size).fill(size % 251)),
  );
  // A declared length that is correct, unknown, too small or too large.
  const announced = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 10 * MIB }));
  fc.assert(
    fc.property(fc.array(chunk, { maxLength: 200 }), announced, (given, bytes) => {
      const chunks = new ByteChunks(bytes);
      for (const one of given) chunks.add(Buffer.from(one));
      const all = Buffer.concat(given);
      expect(chunks).toHaveLength(all.length);
      expect(chunks.bytes().equals(all)).toBe(true);
    }),
    { numRuns: 50 },
  );
});

it('stores a body of single bytes in few buffers', () => {
  const chunks = new ByteChunks();
  const one = Buffer.from('x');
  for (let sent = 0; sent < 2 * MIB; sent += 1) chunks.add(one);
  expect(chunks).toHaveLength(2 * MIB);
  expect(chunks.buffers).toBeLessThan(100);
  chunks.clear();
  expect(chunks.bytes()).toHaveLength(0);
});

it('stores a body of declared length in the buffer that it returns', () => {
  const chunks = new ByteChunks(2 * MIB);
  for (let sent = 0; sent < 32; sent += 1) chunks.add(Buffer.alloc(MIB / 16, sent));
  expect(chunks.buffers).toBe(1);
  const bytes = chunks.bytes();
  expect(bytes.buffer.byteLength).toBe(2 * MIB);
  expect([bytes[0], bytes.at(-1)]).toEqual([0, 31]);
  expect(chunks.bytes()).toBe(bytes);
});

it('allocates no memory for a length that is only declared', () => {
  const chunks = new ByteChunks(20 * MIB);
  expect(chunks.buffers).toBe(0);
  const few = Buffer.alloc(MIB, 1);
  chunks.add(few);
  expect(chunks.bytes()).toBe(few);
  chunks.add(Buffer.alloc(2 * MIB, 2));
  expect(chunks.buffers).toBe(1);
  expect(chunks.bytes().buffer.byteLength).toBe(20 * MIB);
  expect([chunks.bytes()[0], chunks.bytes().at(-1)]).toEqual([1, 2]);
});
