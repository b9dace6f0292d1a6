import { fieldsDifference, proposalOf } from './proposal';

const share = (rollout_percentage: number) => ({
  groups: [{ properties: [], rollout_percentage }],
});

it('describes changes in words, and changes of other fields as JSON', () => {
  expect(
    fieldsDifference(
      { filters: share(10), tags: [], active: false },
      { filters: share(80), tags: ['a'], active: true },
    ),
  ).toEqual([
    { part: 'State', before: 'off', after: 'on' },
    { part: 'Condition 1', before: '10 % of everybody: on', after: '80 % of everybody: on' },
    { part: 'tags', before: '[]', after: '["a"]' },
  ]);
  expect(fieldsDifference({}, {})).toEqual([]);
});

it('finds the id of the proposal in an error', () => {
  const error = { status: 409, body: { change_request_id: 'a' } };
  expect(proposalOf(error)).toBe('a');
  expect(proposalOf({ status: 409, body: {} })).toBeNull();
  expect(proposalOf(new Error('x'))).toBeNull();
});
