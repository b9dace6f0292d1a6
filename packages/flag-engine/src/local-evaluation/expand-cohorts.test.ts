import type { JsonObject } from '../json';
import { withoutCohorts } from './expand-cohorts';

const person = (key: string, more: object = {}): JsonObject => ({
  key,
  type: 'person',
  operator: 'exact',
  value: ['x'],
  ...more,
});
const all = (...values: unknown[]) => ({ type: 'AND', values });
const any = (...values: unknown[]) => ({ type: 'OR', values });
const inCohort = (more: object = {}): JsonObject => ({
  key: 'id',
  type: 'cohort',
  value: 7,
  ...more,
});
const filters = (...groups: object[]): JsonObject => ({ groups });
const asking = filters({ properties: [inCohort()], rollout_percentage: 30 });
const expanded = (tree: unknown, given = asking) => withoutCohorts(given, { 7: tree });

it.each([
  ['one filter, however deep', any(all(person('a'))), [[person('a')]]],
  ['a conjunction', any(all(person('a'), person('b'))), [[person('a'), person('b')]]],
  ['alternatives', any(all(person('a')), all(person('b'))), [[person('a')], [person('b')]]],
  [
    'an OR of ANDs',
    any(all(person('a'), person('b')), person('c')),
    [[person('a'), person('b')], [person('c')]],
  ],
])('writes %s out as conditions', (_, tree, sets) => {
  const groups = sets.map((properties) => ({ properties, rollout_percentage: 30 }));
  expect(expanded(tree)).toEqual({ groups });
});

it('leaves other conditions where they are', () => {
  const other = { properties: [person('z')], rollout_percentage: 5 };
  const given = filters(other, { properties: [inCohort()] }, other);
  expect(expanded(all(person('a')), given)).toEqual({
    groups: [other, { properties: [person('a')] }, other],
  });
});

it.each([
  ['an AND of ORs', all(any(person('a'), person('b')), person('c'))],
  ['a negated filter', all(person('a', { negation: true }))],
  ['events', all({ type: 'behavioral', key: 'e' })],
  ['a cohort in a cohort', all({ type: 'cohort', key: 'id', value: 8 })],
  ['nothing', all()],
  ['an unknown cohort', undefined],
])('cannot write out %s', (_, tree) => {
  expect(expanded(tree)).toBe(asking);
});

it.each([
  ['other filters beside it', { properties: [inCohort(), person('a')] }],
  ['exclusion', { properties: [inCohort({ operator: 'not_in' })] }],
  ['a negated cohort', { properties: [inCohort({ negation: true })] }],
  ['a variant', { properties: [inCohort()], variant: 'test' }],
  ['groups', { properties: [inCohort()], aggregation_group_type_index: 0 }],
])('leaves a condition with %s', (_, condition) => {
  const given = filters(condition);
  expect(expanded(all(person('a')), given)).toBe(given);
});

it('keeps a flag with two cohorts unchanged', () => {
  const given = filters({ properties: [inCohort()] }, { properties: [inCohort({ value: 8 })] });
  expect(withoutCohorts(given, { 7: all(person('a')), 8: all(person('b')) })).toBe(given);
});
