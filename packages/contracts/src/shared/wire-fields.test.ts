import fc from 'fast-check';
import { z } from 'zod';
import {
  formBoolean,
  idParameter,
  timestamp,
  rawText,
  storedObject,
  trimmedText,
} from './wire-fields';

it.each([
  ['2001-01-01T00:00:00Z', '2001-01-01T00:00:00.000Z'],
  ['2001-01-01 10:30', '2001-01-01T10:30:00.000Z'],
  ['2001-01-01T10:30:00.123456+02:00', '2001-01-01T08:30:00.123Z'],
  // As some languages write it: a date, and nanoseconds.
  ['2001-01-01', '2001-01-01T00:00:00.000Z'],
  ['2001-01-01T10:30:00.123456789Z', '2001-01-01T10:30:00.123Z'],
])('reads the timestamp %s', (text, iso) => {
  expect(timestamp().parse(text).toISOString()).toBe(iso);
});

it.each([
  ...['2001-01-01Z', '0000-01-01T00:00', '2001-13-01T00:00', 'now', 7, null, undefined],
  ...['0001-01-01T00:00+01:00', '9999-12-31T23:59:59-01:00'],
  ...['2001-02-29T00:00', '2001-02-30T00:00:00Z', '2001-04-31 10:00+02:00', '2001-01-01T24:00'],
])('rejects the timestamp %p', (value) => {
  expect(timestamp().safeParse(value).success).toBe(false);
});

it('reports a missing timestamp', () => {
  const problemOf = (body: object) =>
    z.object({ at: timestamp() }).safeParse(body).error?.issues[0];
  expect(problemOf({})).toMatchObject({ path: ['at'], params: { code: 'required' } });
  expect(problemOf({ at: null })).toMatchObject({ params: { code: 'null' } });
});

it('never returns an invalid date', () => {
  fc.assert(
    fc.property(
      fc.oneof(
        fc.date().map(String),
        fc.date({ noInvalidDate: true }).map((d) => d.toISOString()),
      ),
      (text) => {
        const parsed = timestamp().safeParse(text);
        return !parsed.success || !Number.isNaN(parsed.data.getTime());
      },
    ),
  );
});

it('reads texts: numbers become texts, blanks are kept or trimmed as declared', () => {
  expect(rawText().parse(' a ')).toBe(' a ');
  expect(trimmedText().parse(' a ')).toBe('a');
  expect(rawText().parse(12)).toBe('12');
  expect(rawText().safeParse(true).success).toBe(false);
  expect(trimmedText().safeParse(' \n').success).toBe(false);
});

it('rejects texts that the store cannot hold, at any depth, also in keys', () => {
  const rejected = (value: object) => !storedObject().safeParse(value).success;
  expect(rejected({ a: [{ b: 'x\0' }] })).toBe(true);
  expect(rejected({ a: { 'k\0': 1 } })).toBe(true);
  expect(rejected({ a: '\ud800' })).toBe(true);
  expect(rejected({ a: '\ud83d\ude00', b: [null, 1.5, true] })).toBe(false);
});

it('reads ids that fit the store', () => {
  const accepted = (text: string) => idParameter().safeParse(text).success;
  expect(['1', '2147483647', '2147483648', '-1', '1.0', 'x', ''].map(accepted)).toEqual([
    true,
    true,
    false,
    false,
    false,
    false,
    false,
  ]);
});

it.each([
  [true, true],
  ['true', true],
  [1, true],
  ['off', false],
  [0, false],
])('reads %p as %p', (value, expected) => {
  expect(formBoolean().parse(value)).toBe(expected);
});
