import fc from 'fast-check';
import { bodySentAt, eventTime, querySentAt } from './event-time';
import type { EventTimeInputs } from './event-time';

const NOW = Date.parse('2026-01-02T12:00:00Z');
const iso = (inputs: Partial<EventTimeInputs>): string =>
  new Date(
    eventTime({
      timestamp: undefined,
      offset: undefined,
      sentAt: null,
      ignoreSentAt: false,
      now: NOW,
      ...inputs,
    }),
  ).toISOString();

const SKEWED = Date.parse('2026-01-02T12:00:10Z');

describe('eventTime', () => {
  it.each<[string, Partial<EventTimeInputs>, string]>([
    [
      'offset is the age of the event when it was sent',
      { offset: 5_000 },
      '2026-01-02T11:59:55.000Z',
    ],
    [
      'offset has precedence over all other fields',
      { offset: 5_000, timestamp: '2026-01-01T00:00:00Z', sentAt: SKEWED },
      '2026-01-02T11:59:55.000Z',
    ],
    [
      'the skew of the client clock is corrected',
      { timestamp: '2026-01-02T11:00:00Z', sentAt: SKEWED },
      '2026-01-02T10:59:50.000Z',
    ],
    [
      'the skew is not corrected if the client disables it',
      { timestamp: '2026-01-02T11:00:00Z', sentAt: SKEWED, ignoreSentAt: true },
      '2026-01-02T11:00:00.000Z',
    ],
    ['timestamp alone', { timestamp: '2026-01-02T11:00:00Z' }, '2026-01-02T11:00:00.000Z'],
    ['sent_at without timestamp has no effect', { sentAt: SKEWED }, '2026-01-02T12:00:00.000Z'],
    ['none', {}, '2026-01-02T12:00:00.000Z'],
    ['unparsable', { timestamp: 'garbage', sentAt: SKEWED }, '2026-01-02T12:00:00.000Z'],
    ['not even a text', { timestamp: { a: 1 }, offset: '5' }, '2026-01-02T12:00:00.000Z'],
    ['22 h ahead is kept', { timestamp: '2026-01-03T10:00:00Z' }, '2026-01-03T10:00:00.000Z'],
    ['23 h ahead is kept', { timestamp: '2026-01-03T11:00:00Z' }, '2026-01-03T11:00:00.000Z'],
    [
      'a time further in the future becomes now',
      { timestamp: '2026-01-03T11:00:00.001Z' },
      '2026-01-02T12:00:00.000Z',
    ],
    ['a year before 0', { offset: 1e15 }, '1970-01-01T00:00:00.000Z'],
    ['the year 0', { timestamp: '0000-06-01T00:00:00Z' }, '1970-01-01T00:00:00.000Z'],
    ['the year 1', { timestamp: '0001-01-01T00:00:00Z' }, '0001-01-01T00:00:00.000Z'],
    ['a negative offset far in the future', { offset: -1e15 }, '2026-01-02T12:00:00.000Z'],
  ])('%s', (_, inputs, expected) => {
    expect(iso(inputs)).toBe(expected);
  });

  it('is always a time that the stores accept', () => {
    fc.assert(
      fc.property(
        fc.anything(),
        fc.oneof(fc.double(), fc.anything()),
        fc.option(fc.integer()),
        (timestamp, offset, sentAt) => {
          const time = eventTime({ timestamp, offset, sentAt, ignoreSentAt: false, now: NOW });
          expect(new Date(time).toISOString()).toMatch(/^(?!0000)\d{4}-/);
          expect(time).toBeLessThanOrEqual(NOW + 23 * 3_600_000);
        },
      ),
    );
  });
});

describe('sent_at', () => {
  it('of the body is a time text', () => {
    expect(bodySentAt('2026-01-02T12:00:10.000Z')).toBe(SKEWED);
    expect(bodySentAt('garbage')).toBeNull();
    expect(bodySentAt(SKEWED)).toBeNull();
  });

  it.each([
    [String(SKEWED), SKEWED],
    [String(SKEWED / 1_000), null],
    ['garbage', null],
    ['', null],
    [null, null],
    ['9999999999999999', null],
  ])('of the query is in ms: %j', (text, expected) => {
    expect(querySentAt(text)).toBe(expected);
  });
});
