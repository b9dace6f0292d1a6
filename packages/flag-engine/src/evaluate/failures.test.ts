import { aFlag, evaluateOne, personFilter } from '../test-support/factories';

const withFilters = (...properties: object[]) => aFlag({ filters: { groups: [{ properties }] } });

it('columns of the person fail the flag', () => {
  const created = { key: 'created_at', type: 'person_metadata', operator: 'is_set' };
  expect(evaluateOne(withFilters(created)).failed).toBe(true);
});

it('every flag with continuity fails if the hash keys could not be read', () => {
  const steady = (filters: object, id = 1) =>
    aFlag({ id, key: `flag-${id}`, filters, ensure_experience_continuity: true });
  const everyone = { groups: [{ rollout_percentage: 100 }] };
  const nobody = { groups: [{ properties: [personFilter('plan', 'exact', 'pro')] }] };
  for (const flag of [steady(everyone), steady(nobody)]) {
    expect(evaluateOne(flag, { hashKeyOverrides: null })).toMatchObject({
      failed: true,
      reason: { code: 'hash_key_override_error' },
    });
    expect(evaluateOne(flag, { hashKeyOverrides: {} }).failed).toBeUndefined();
  }
  const other = aFlag({ filters: everyone });
  expect(evaluateOne(other, { hashKeyOverrides: null }).enabled).toBe(true);
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
