import * as fc from 'fast-check';
import { readCursor, writeCursor } from './cursor';

const KEY = `cache_1_${'a'.repeat(64)}`;
const page = { size: 100, offset: 200, asOf: new Date('2026-03-01T10:00:00.123Z') };

it('is read unchanged, for its own query only', () => {
  const cursor = writeCursor(page, KEY);
  expect(cursor).toMatch(/^[\w-]+$/);
  expect(readCursor(cursor, KEY)).toEqual(page);
  expect(readCursor(cursor, `cache_1_${'b'.repeat(64)}`)).toBe('foreign');
});

it('is rejected when it is not a valid cursor', () => {
  fc.assert(fc.property(fc.string(), (text) => expect(readCursor(text, KEY)).toBe('malformed')));
  const forged = (parts: unknown) => Buffer.from(JSON.stringify(parts)).toString('base64url');
  const mark = KEY.slice(-16);
  for (const parts of [
    [2, 1, 0, 0, mark],
    [1, 0, 0, 0, mark],
    [1, 1, -1, 0, mark],
    [1, 1, 0.5, 0, mark],
  ]) {
    expect(readCursor(forged(parts), KEY)).toBe('malformed');
  }
});
