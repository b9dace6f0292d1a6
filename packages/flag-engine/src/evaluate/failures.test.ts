import { aFlag, evaluateOne, personFilter } from '../test-support/factories';

const withFilters = (...properties: object[]) => aFlag({ filters: { groups: [{ properties }] } });

it('columns of the person fail the flag', () => {
  const created = { key: 'created_at', type: 'person_metadata', operator: 'is_set' };
  expect(evaluateOne(withFilters(created)).failed).toBe(true);
});

it('a value that causes an error in a comparison fails the flag only', () => {
  const cyclic: Record<string, unknown> = {};
  cyclic.self = cyclic;
  const flag = withFilters(personFilter('a', 'is_not', 'x'));
  expect(evaluateOne(flag, { personProperties: { a: cyclic } })).toMatchObject({
    enabled: false,
    failed: true,
    reason: { code: 'batch_evaluation_panicked' },
  });
});
