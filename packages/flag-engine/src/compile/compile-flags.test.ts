import { evaluateFlags } from '../evaluate/evaluate-flags';
import { aContext, aFlag } from '../test-support/factories';
import { compileFlags } from './compile-flags';

const oneFilter = (filter: unknown) => ({ groups: [{ properties: [filter] }] });

describe('compileFlags', () => {
  it.each<[what: string, filters: unknown]>([
    ['filters null', null],
    ['filters a list', []],
    ['groups no list', { groups: {} }],
    ['a group no object', { groups: [null] }],
    ['properties no list', { groups: [{ properties: {} }] }],
    ['a property no object', oneFilter('plan')],
    ['a property without key', oneFilter({ type: 'person', value: 1 })],
    ['an unknown operator', oneFilter({ key: 'a', type: 'person', operator: 'sounds_like' })],
    ['an operator of Object', oneFilter({ key: 'a', type: 'person', operator: 'toString' })],
    ['an operator that is no text', oneFilter({ key: 'a', type: 'person', operator: 5 })],
    ['an unknown type', oneFilter({ key: 'a', type: 'event', value: 1 })],
    ['a rollout that is a text', { groups: [{ rollout_percentage: '50' }] }],
    ['a rollout that is NaN', { groups: [{ rollout_percentage: NaN }] }],
    ['an aggregation that is no index', { groups: [{ aggregation_group_type_index: -1 }] }],
    ['a flag aggregation that is a text', { groups: [], aggregation_group_type_index: '0' }],
    ['an override that is no text', { groups: [{ variant: 1 }] }],
    ['a variant without weight', { groups: [], multivariate: { variants: [{ key: 'a' }] } }],
    ['variants no list', { groups: [], multivariate: { variants: 'a' } }],
    ['payloads no object', { groups: [], payloads: 'x' }],
    ['a holdout without id', { groups: [], holdout: { exclusion_percentage: 10 } }],
    ['an old holdout without variant', { groups: [], holdout_groups: [{}] }],
    ['early exit that is a text', { groups: [], early_exit: 'true' }],
    ['enrollment that is a number', { groups: [], feature_enrollment: 1 }],
  ])('isolates a malformed flag: %s', (_what, filters) => {
    const flags = compileFlags([
      aFlag({ id: 1, key: 'bad', version: 7, filters }),
      aFlag({ id: 2, key: 'good' }),
    ]);
    expect(flags.broken).toMatchObject([{ id: 1, key: 'bad', problem: expect.any(String) }]);
    const { results, errorsWhileComputing } = evaluateFlags(flags, aContext());
    expect(errorsWhileComputing).toBe(true);
    expect(results.get('good')?.enabled).toBe(true);
    expect(results.get('bad')).toMatchObject({
      id: 1,
      version: 7,
      enabled: false,
      failed: true,
      reason: { code: 'data_parsing_error', condition_index: null },
    });
  });

  it.each([{ active: false }, { deleted: true }])(
    'leaves out a flag that is %j, malformed or not, without errors',
    (changes) => {
      const flags = compileFlags([aFlag({ filters: null, ...changes })]);
      const { results, errorsWhileComputing } = evaluateFlags(flags, aContext());
      expect(results.size).toBe(0);
      expect(errorsWhileComputing).toBe(false);
    },
  );

  it('treats null as an absent field everywhere', () => {
    const filters = {
      groups: [
        {
          properties: null,
          rollout_percentage: null,
          variant: null,
          aggregation_group_type_index: null,
        },
      ],
      multivariate: null,
      payloads: null,
      aggregation_group_type_index: null,
      feature_enrollment: null,
      super_groups: null,
      holdout: null,
      holdout_groups: null,
      early_exit: null,
    };
    const flags = compileFlags([aFlag({ filters })]);
    expect(flags.broken).toEqual([]);
    expect(evaluateFlags(flags, aContext()).results.get('beta-search')?.enabled).toBe(true);
  });

  it('reads a number as a key, and a missing type as a person property', () => {
    const flags = compileFlags([aFlag({ filters: oneFilter({ key: 7, value: 'x' }) })]);
    const context = aContext({ personProperties: { 7: 'x' } });
    expect(evaluateFlags(flags, context).results.get('beta-search')?.enabled).toBe(true);
  });
});
