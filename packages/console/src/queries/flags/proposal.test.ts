import { fieldsDifference, proposalOf } from './proposal';

const share = (rollout_percentage: number) => ({
  groups: [{ properties: [], rollout_percentage }],
});

it('describes changes in words, and changes of unknown structures as JSON', () => {
  expect(
    fieldsDifference(
      { filters: share(10), tags: [], active: false, evaluation_runtime: 'all' },
      {
        ...{ filters: share(80), tags: ['a', 'b'], active: true, evaluation_runtime: 'server' },
        ...{ archived: true, rollback_conditions: [{ threshold: 5 }] },
      },
    ),
  ).toEqual([
    { part: 'State', before: 'off', after: 'on' },
    { part: 'Condition 1', before: '10 % of everybody: on', after: '80 % of everybody: on' },
    { part: 'Tags', before: '', after: 'a, b' },
    { part: 'Evaluation runtime', before: 'all', after: 'server' },
    { part: 'Archived', before: '', after: 'yes' },
    { part: 'Rollback conditions', before: '', after: '[{"threshold":5}]' },
  ]);
  expect(fieldsDifference({}, {})).toEqual([]);
});

it('finds the id of the proposal in an error', () => {
  const error = { status: 409, body: { change_request_id: 'a' } };
  expect(proposalOf(error)).toBe('a');
  expect(proposalOf({ status: 409, body: {} })).toBeNull();
  expect(proposalOf(new Error('x'))).toBeNull();
});
