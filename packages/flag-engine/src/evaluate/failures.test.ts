import { compileFlags } from '../compile/compile-flags';
import { aContext, aFlag, evaluateOne, personFilter } from '../testing/factories';
import { evaluateFlags } from './evaluate-flags';

const withFilters = (...properties: object[]) => aFlag({ filters: { groups: [{ properties }] } });

describe('a person that could not be read', () => {
  const unread = { personProperties: null };

  it.each(['is_not', 'not_icontains', 'not_regex', 'is_not_set', 'exact', 'is_set', 'gt'])(
    'fails a flag that asks (%s), never switches it on',
    (operator) => {
      expect(evaluateOne(withFilters(personFilter('plan', operator, '1')), unread)).toMatchObject({
        enabled: false,
        failed: true,
        payload: null,
        reason: { code: 'database_unavailable', condition_index: null },
      });
    },
  );

  it('does no harm when the request carries what is asked', () => {
    const flag = withFilters(personFilter('plan', 'is_not', 'free'));
    const context = { ...unread, personPropertyOverrides: { plan: 'pro' } };
    expect(evaluateOne(flag, context)).toMatchObject({ enabled: true });
  });

  it('does no harm when an earlier filter already decides', () => {
    const flag = withFilters(personFilter('plan', 'exact', 'pro'), personFilter('age', 'gt', '3'));
    const result = evaluateOne(flag, { ...unread, personPropertyOverrides: { plan: 'free' } });
    expect(result.failed).toBeUndefined();
    expect(result.reason.code).toBe('no_condition_match');
  });

  it('a person that does not exist is no failure: negative operators match', () => {
    expect(evaluateOne(withFilters(personFilter('plan', 'is_not', 'free'))).enabled).toBe(true);
  });

  it('fails $initial_ properties even if the current value is known', () => {
    const flag = withFilters(personFilter('$initial_browser', 'exact', 'Firefox'));
    const context = { ...unread, personPropertyOverrides: { $browser: 'Firefox' } };
    expect(evaluateOne(flag, context).failed).toBe(true);
  });
});

describe('filters that are not supported', () => {
  const cohort = (operator: string) => ({ key: 'id', type: 'cohort', value: 5, operator });

  it('a cohort is asked last: a miss before it decides', () => {
    const flag = withFilters(cohort('in'), personFilter('plan', 'exact', 'pro'));
    expect(evaluateOne(flag)).toMatchObject({
      enabled: false,
      reason: { code: 'no_condition_match' },
    });
  });

  it('a cohort with an operator of another kind never matches', () => {
    const result = evaluateOne(withFilters(cohort('exact')));
    expect(result.failed).toBeUndefined();
    expect(result.enabled).toBe(false);
  });

  it('columns of the person fail the flag', () => {
    const created = { key: 'created_at', type: 'person_metadata', operator: 'is_set' };
    expect(evaluateOne(withFilters(created)).failed).toBe(true);
  });
});

describe('errors while computing', () => {
  it('concern one flag, the others answer', () => {
    const flags = compileFlags([
      aFlag({
        id: 1,
        key: 'needs-person',
        filters: withFilters(personFilter('a', 'is_not', 1)).filters,
      }),
      aFlag({ id: 2, key: 'simple' }),
    ]);
    const { results, errorsWhileComputing } = evaluateFlags(
      flags,
      aContext({ personProperties: null }),
    );
    expect(errorsWhileComputing).toBe(true);
    expect(results.get('needs-person')?.failed).toBe(true);
    expect(results.get('simple')?.enabled).toBe(true);
  });

  it('are none when everything evaluates', () => {
    const evaluation = evaluateFlags(compileFlags([aFlag()]), aContext());
    expect(evaluation.errorsWhileComputing).toBe(false);
  });

  it('a value no comparison can digest fails the flag only', () => {
    const cyclic: Record<string, unknown> = {};
    cyclic.self = cyclic;
    const flag = withFilters(personFilter('a', 'is_not', 'x'));
    expect(evaluateOne(flag, { personProperties: { a: cyclic } })).toMatchObject({
      enabled: false,
      failed: true,
      reason: { code: 'batch_evaluation_panicked' },
    });
  });
});
