import { flagFilterQuery, flagOrder } from './flag-list-query';

const NOW = new Date('2026-03-31T00:00:00Z');

it('reads filters from texts as from values', () => {
  const read = {
    active: true,
    createdById: 3,
    search: 'x',
    type: 'boolean',
    evaluationRuntime: 'server',
    excludedKeys: ['a'],
    tags: ['t'],
    hasEvaluationContexts: true,
  };
  const texts = {
    active: 'true',
    created_by_id: '3',
    search: 'x',
    type: 'boolean',
    evaluation_runtime: 'server',
    excluded_properties: '["a"]',
    tags: '["t"]',
    has_evaluation_tags: 'yes',
  };
  const values = { active: true, created_by_id: 3, excluded_properties: ['a'], tags: ['t'] };
  expect(flagFilterQuery(texts, NOW)).toEqual(read);
  expect(flagFilterQuery({ ...texts, ...values }, NOW)).toEqual(read);
});

it('finds stale flags by their age', () => {
  const query = flagFilterQuery({ active: 'STALE' }, NOW);
  expect(query).toEqual({ staleBefore: new Date('2026-03-01T00:00:00Z') });
});

it('skips records that it cannot read', () => {
  const junk = {
    created_by_id: 'me',
    search: 'a\0',
    type: 'moon',
    tags: '{',
    excluded_properties: '5',
  };
  expect(flagFilterQuery(junk, NOW)).toEqual({});
});

it.each([
  ['order=-key', { field: 'key', descending: true }],
  ['ordering=created_at', { field: 'created_at', descending: false }],
  ['order=created_by', { field: 'created_by_id', descending: false }],
  ['order=filters', undefined],
  ['', undefined],
])('order %p', (query, order) => {
  expect(flagOrder(new URLSearchParams(query))).toEqual(order);
});
