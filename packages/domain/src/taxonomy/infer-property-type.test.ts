import fc from 'fast-check';
import { inferPropertyType } from './infer-property-type';

const NOW = Date.parse('2026-01-15T00:00:00Z');
const infer = (name: string, value: unknown) => inferPropertyType(name, value, NOW);

const RECENT_S = NOW / 1_000 - 86_400;
const OLD_S = NOW / 1_000 - 200 * 86_400;

it.each<[string, unknown, string | null]>([
  ['plan', 'pro', 'String'],
  ['plan', '', 'String'],
  ['seats', 4, 'Numeric'],
  ['seats', 4.5, 'Numeric'],
  ['seats', '4', 'String'],
  ['is_new', true, 'Boolean'],
  ['is_new', 'false', 'Boolean'],
  ['is_new', ' TRUE ', 'Boolean'],
  ['is_new', 'True', 'String'],
  ['items', ['a'], null],
  ['address', { city: 'Berlin' }, null],
  ['coupon', null, null],
  // Properties that are always text because of their name.
  ['utm_campaign', 2024, 'String'],
  ['UTM_Term', true, 'String'],
  ['$initial_utm_content', 7, 'String'],
  ['$feature/new-home', true, 'String'],
  ['$feature_flag_response', false, 'String'],
  ['$survey_response', 5, 'String'],
  ['$survey_response_2', '2026-01-01', 'String'],
  ['utm_list', null, null],
  // Dates as text; the name does not matter.
  ['x', '2026-01-15', 'DateTime'],
  ['x', '2026/01/15', 'DateTime'],
  ['x', '15/01/2026', 'DateTime'],
  ['x', '01-15-2026', 'DateTime'],
  ['x', ' 2026-01-15T10:11:12.345+02:00 ', 'DateTime'],
  ['x', '2026-01-15 10:11:12', 'DateTime'],
  ['x', 'Thu, 15 Jan 2026 10:11:12 +0000', 'DateTime'],
  ['x', '15 Jan 2026 10:11 GMT', 'DateTime'],
  ['x', '2026-01-15 and after', 'String'],
  ['x', '2026-45-15', 'String'],
  ['x', '10:11:12', 'String'],
  // Unix time is only recognised under a name that indicates a time.
  ['created_at', RECENT_S, 'DateTime'],
  ['createdAt', RECENT_S, 'DateTime'],
  ['Timestamp', RECENT_S, 'DateTime'],
  ['start-at', RECENT_S * 1_000, 'DateTime'],
  ['birthdate', RECENT_S, 'DateTime'],
  ['created_at', OLD_S, 'Numeric'],
  ['created_at', RECENT_S + 0.5, 'Numeric'],
  ['response_time', 350, 'Numeric'],
  ['order_number', RECENT_S, 'Numeric'],
  ['created_at', String(RECENT_S), 'String'],
])('%s = %j is %s', (name, value, expected) => {
  expect(infer(name, value)).toBe(expected);
});

describe('any value', () => {
  it('depends on the name only for text prefixes and Unix times', () => {
    const plainName = fc.stringMatching(/^[b-cf-ln-s]{1,8}$/);
    fc.assert(
      fc.property(plainName, plainName, fc.jsonValue(), (a, b, value) => {
        expect(infer(a, value)).toBe(infer(b, value));
      }),
    );
  });

  it('has a type exactly when it is a text, a number or a boolean', () => {
    fc.assert(
      fc.property(fc.string(), fc.jsonValue(), (name, value) => {
        expect(infer(name, value) === null).toBe(typeof value === 'object');
      }),
    );
  });

  it('recognises every time that JavaScript writes', () => {
    fc.assert(
      fc.property(
        fc.date({
          min: new Date('1900-01-01'),
          max: new Date('2200-01-01'),
          noInvalidDate: true,
        }),
        (timestamp) => {
          expect(infer('x', timestamp.toISOString())).toBe('DateTime');
          expect(infer('x', timestamp.toUTCString())).toBe('DateTime');
        },
      ),
    );
  });
});
