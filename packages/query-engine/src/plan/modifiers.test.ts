import { QueryError } from '../query-error';
import { readModifiers } from './modifiers';

describe('readModifiers', () => {
  it('takes what changes an answer and leaves the rest', () => {
    expect(
      readModifiers({
        personsOnEventsMode: 'disabled',
        convertToProjectTimezone: false,
        bounceRateDurationSeconds: 30,
        materializationMode: 'auto',
      }),
    ).toEqual({
      personsOnEventsMode: 'disabled',
      convertToProjectTimezone: false,
      bounceRateDurationSeconds: 30,
    });
  });

  it.each([{}, { personsOnEventsMode: null, convertToProjectTimezone: null }])(
    'means the defaults by %j',
    (given) => {
      expect(readModifiers(given)).toEqual({});
    },
  );

  it.each([
    { personsOnEventsMode: 'sometimes' },
    { convertToProjectTimezone: 'no' },
    { bounceRateDurationSeconds: '10' },
    { bounceRateDurationSeconds: -1 },
  ])('refuses %j', (given) => {
    expect(() => readModifiers(given)).toThrow(QueryError);
  });
});
