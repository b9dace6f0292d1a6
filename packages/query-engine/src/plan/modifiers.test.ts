import { QueryError } from '../query-error';
import { readModifiers } from './modifiers';

describe('readModifiers', () => {
  it('takes what changes an answer and leaves the rest', () => {
    expect(
      readModifiers({
        personsOnEventsMode: 'disabled',
        convertToProjectTimezone: false,
        bounceRateDurationSeconds: 30,
        personsJoinMode: 'inner',
        materializationMode: 'auto',
        inCohortVia: 'leftjoin_conjoined',
        sessionTableVersion: 'v3',
        useMaterializedViews: true,
        somethingNew: 'x',
      }),
    ).toEqual({
      personsOnEventsMode: 'disabled',
      personsJoinMode: 'inner',
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
    { personsJoinMode: 'outer' },
    { inCohortVia: 'magic' },
    { useMaterializedViews: 'yes' },
    { convertToProjectTimezone: 'no' },
    { bounceRateDurationSeconds: '10' },
    { bounceRateDurationSeconds: -1 },
  ])('refuses %j', (given) => {
    expect(() => readModifiers(given)).toThrow(QueryError);
  });
});
