import fc from 'fast-check';
import type { Translation } from './translate-filters';
import { namedIn, translateFilters } from './translate-filters';

const id = fc.integer({ min: 1, max: 9 });
const property = fc.oneof(
  fc.record({ type: fc.constant('person'), key: fc.constant('plan'), value: fc.string() }),
  fc.record({
    type: fc.constant('cohort'),
    key: fc.constant('id'),
    value: fc.oneof(id, id.map(String)),
  }),
  fc.record({ type: fc.constant('flag'), key: id.map(String), value: fc.constant(true) }),
  fc.record({
    type: fc.constant('group'),
    key: fc.constant('plan'),
    group_type_index: fc.integer({ min: 0, max: 4 }),
  }),
);
const filters = fc.record({
  groups: fc.array(fc.record({ properties: fc.array(property, { maxLength: 4 }) })),
  aggregation_group_type_index: fc.option(fc.integer({ min: 0, max: 4 })),
  payloads: fc.constant({ true: '{"type":"cohort","value":3}' }),
});

const nothing: Translation = {
  cohort: () => undefined,
  flag: () => undefined,
  groupType: () => undefined,
};
const plus = (by: number): Translation => ({
  cohort: (one) => one + by,
  flag: (one) => one + by,
  groupType: (one) => one + by,
});

it('does not change filters if no id was mapped', () => {
  fc.assert(
    fc.property(filters, (given) => {
      expect(translateFilters(given, nothing)).toEqual(given);
    }),
  );
});

it('translates everything that is named, and back again', () => {
  fc.assert(
    fc.property(filters, fc.integer({ min: 1, max: 50 }), (given, by) => {
      const there = translateFilters(given, plus(by));
      const named = namedIn(given);
      expect(namedIn(there)).toEqual({
        cohorts: named.cohorts.map((one) => one + by),
        flags: named.flags.map((one) => one + by),
        groupTypes: named.groupTypes.map((one) => one + by),
      });
      // Numbers that were texts come back as numbers.
      const back = translateFilters(there, plus(-by));
      expect(translateFilters(back, nothing)).toEqual(translateFilters(given, plus(0)));
      expect(there['payloads']).toEqual(given.payloads);
    }),
  );
});

it('does not change its arguments', () => {
  fc.assert(
    fc.property(filters, (given) => {
      const before = structuredClone(given);
      translateFilters(given, plus(1));
      expect(given).toEqual(before);
    }),
  );
});
