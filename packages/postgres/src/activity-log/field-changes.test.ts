import { fieldChanges } from './field-changes';

it('reports fields that were filled, changed and emptied, and nothing else', () => {
  const before = { name: 'a', filters: { groups: [1] }, runtime: null, note: 'x', same: { a: [] } };
  const after = {
    name: 'b',
    filters: { groups: [2] },
    runtime: 'all',
    note: null,
    same: { a: [] },
  };
  expect(fieldChanges('FeatureFlag', before, after)).toEqual([
    { type: 'FeatureFlag', action: 'changed', field: 'name', before: 'a', after: 'b' },
    {
      type: 'FeatureFlag',
      action: 'changed',
      field: 'filters',
      before: { groups: [1] },
      after: { groups: [2] },
    },
    { type: 'FeatureFlag', action: 'created', field: 'runtime', before: null, after: 'all' },
    { type: 'FeatureFlag', action: 'deleted', field: 'note', before: 'x', after: null },
  ]);
});

it('treats an absent field as empty', () => {
  expect(fieldChanges('Action', {}, { name: null })).toEqual([]);
});
