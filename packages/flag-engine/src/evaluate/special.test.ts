import { aFlag, evaluateOne, personFilter } from '../testing/factories';

describe('early access', () => {
  const flag = aFlag({
    filters: {
      feature_enrollment: true,
      super_groups: [{ properties: [personFilter('plan', 'is_set')] }],
      groups: [{ rollout_percentage: 0 }],
      payloads: { true: '1' },
    },
  });
  const enrolled = (choice: unknown) =>
    evaluateOne(flag, { personProperties: { '$feature_enrollment/beta-search': choice, plan: 1 } });

  it.each<[choice: unknown, enabled: boolean]>([
    [true, true],
    ['true', true],
    [false, false],
    ['TRUE', false],
    [1, false],
    [null, false],
  ])('a choice of %j decides: %s, payload included', (choice, enabled) => {
    expect(enrolled(choice)).toMatchObject({
      enabled,
      variant: null,
      payload: '1',
      reason: {
        code: 'super_condition_value',
        condition_index: 0,
        description: 'Super condition value',
      },
    });
  });

  it('no choice leaves it to the conditions; the old form is not asked', () => {
    expect(evaluateOne(flag, { personProperties: { plan: 1 } }).reason.code).toBe(
      'out_of_rollout_bound',
    );
  });

  it('the old form decides as soon as one of its properties is there', () => {
    const key = '$feature_enrollment/old';
    const old = aFlag({
      filters: {
        super_groups: [{ properties: [personFilter(key, 'exact', ['true'])] }],
        groups: [{ rollout_percentage: 100 }],
      },
    });
    const on = (personProperties: Record<string, unknown>) =>
      evaluateOne(old, { personProperties });
    expect(on({ [key]: 'true' })).toMatchObject({
      enabled: true,
      reason: { code: 'super_condition_value' },
    });
    expect(on({ [key]: 'false' })).toMatchObject({
      enabled: false,
      reason: { code: 'super_condition_value' },
    });
    expect(on({})).toMatchObject({ enabled: true, reason: { code: 'condition_match' } });
  });
});

describe('holdouts', () => {
  const experiment = (filters: object) =>
    aFlag({
      filters: {
        groups: [{}],
        multivariate: { variants: [{ key: 'test', rollout_percentage: 100 }] },
        payloads: { test: '1' },
        ...filters,
      },
    });

  it.each([
    [{ holdout: { id: 7, exclusion_percentage: 10 } }, 'holdout-7'],
    [
      { holdout_groups: [{ properties: [], rollout_percentage: 10, variant: 'holdout-42' }] },
      'holdout-42',
    ],
  ])('%j keeps its members out of the experiment', (filters, variant) => {
    // The holdout hash of user-31 is 0.0195, of user-77 0.1256.
    expect(evaluateOne(experiment(filters), { distinctId: 'user-31' })).toMatchObject({
      enabled: true,
      variant,
      payload: null,
      reason: {
        code: 'holdout_condition_value',
        condition_index: null,
        description: 'Holdout condition value',
      },
    });
    expect(evaluateOne(experiment(filters), { distinctId: 'user-77' })).toMatchObject({
      variant: 'test',
      payload: '1',
    });
  });

  it('hash the bare prefix for the empty identifier', () => {
    const flag = (exclusion_percentage: number) =>
      experiment({ holdout: { id: 7, exclusion_percentage } });
    expect(evaluateOne(flag(92), { distinctId: '' }).variant).toBe('test');
    expect(evaluateOne(flag(93), { distinctId: '' }).variant).toBe('holdout-7');
  });

  it('leave stored hash keys aside but use the anonymous id of flags that keep their value', () => {
    const flag = {
      ...experiment({ holdout: { id: 7, exclusion_percentage: 10 } }),
      ensure_experience_continuity: true,
    };
    const context = { distinctId: 'user-77', hashKeyOverrides: { 'beta-search': 'user-31' } };
    expect(evaluateOne(flag, context).variant).toBe('test');
    expect(evaluateOne(flag, { ...context, anonDistinctId: 'user-31' }).variant).toBe('holdout-7');
  });
});
