import { conflict, conflictingFields } from './flag-conflict';

const original = { name: 'a', active: true, filters: { groups: [1] } };

it.each([
  ['a field only the sender changes', { name: 'b' }, original, []],
  ['a field only the other changed', { name: 'a' }, { ...original, name: 'c' }, []],
  ['a field both changed alike', { name: 'c' }, { ...original, name: 'c' }, []],
  ['a field both changed', { name: 'b' }, { ...original, name: 'c' }, ['name']],
  [
    'nested fields both changed',
    { filters: { groups: [2] } },
    { ...original, filters: { groups: [3] } },
    ['filters'],
  ],
  [
    'filters only the sender changes, shown with the name of a cohort',
    { filters: { groups: [2] } },
    { filters: { groups: [{ value: 1 }] } },
    [],
    { filters: { groups: [{ value: 1, cohort_name: 'Pros' }] } },
  ],
  ['a field the original does not have', { tags: ['x'] }, { ...original, tags: ['y'] }, []],
])('%s', (_, sent, current, fields, shown: object = original) => {
  expect(conflictingFields(sent, { ...shown }, current)).toEqual(fields);
});

it('returns null without the earlier version of the flag', () => {
  expect(conflictingFields({ name: 'b' }, null, { name: 'c' })).toEqual([]);
});

it('names the user who was faster', () => {
  expect(conflict('ann@example.com').toBody()).toEqual({
    type: 'server_error',
    code: 'conflict',
    detail:
      'The feature flag was updated by ann@example.com since you started editing it. Please refresh and try again.',
    attr: null,
  });
  expect(conflict(null).detail).toContain('another user');
});
