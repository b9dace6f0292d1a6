import { compileFlags } from '../compile/compile-flags';
import type { CohortDefinition } from '../definition';
import { evaluateFlags } from '../evaluate/evaluate-flags';
import { needsGeoip } from '../evaluate/needs-geoip';
import { requiredData } from '../evaluate/required-data';
import { aContext, aFlag, evaluateOne, personFilter } from '../testing/factories';
import { cohortsOfFlag, localCohorts } from './local-cohorts';

const group = (type: string, ...values: object[]) => ({ type, values });
const cohort = (id: number, changes: Partial<CohortDefinition> = {}): CohortDefinition => ({
  id,
  is_static: false,
  filters: null,
  has_membership: false,
  ...changes,
});
const tree = (id: number, properties: object) => cohort(id, { filters: { properties } });
const staticCohort = (id: number) => cohort(id, { is_static: true, has_membership: true });
const inCohort = (value: unknown, more: object = {}) => ({
  key: 'id',
  type: 'cohort',
  value,
  ...more,
});
const flagOn = (...properties: object[]) => aFlag({ filters: { groups: [{ properties }] } });
const behavioral = { type: 'behavioral', key: 'sign up', value: 'performed_event' };

const PRO = tree(5, group('OR', group('AND', personFilter('plan', 'exact', ['pro']))));
const carries = (properties: Record<string, unknown>) => ({ personProperties: properties });

describe('a cohort of person properties', () => {
  it.each<[operator: object, plan: string, enabled: boolean]>([
    [{}, 'pro', true],
    [{ operator: 'in' }, 'pro', true],
    [{ operator: 'in' }, 'free', false],
    [{ operator: 'not_in' }, 'pro', false],
    [{ operator: 'not_in' }, 'free', true],
    [{ negation: true }, 'pro', false],
    [{ operator: null }, 'pro', true],
    [{ operator: 'exact' }, 'pro', false],
  ])('%j of a person on %s: %s', (operator, plan, enabled) => {
    const result = evaluateOne(flagOn(inCohort(5, operator)), carries({ plan }), [PRO]);
    expect(result.failed).toBeUndefined();
    expect(result.enabled).toBe(enabled);
  });

  it('takes the id as text, and properties of the request before stored ones', () => {
    const context = { ...carries({ plan: 'free' }), personPropertyOverrides: { plan: 'pro' } };
    expect(evaluateOne(flagOn(inCohort('5')), context, [PRO]).enabled).toBe(true);
  });

  it.each<[what: string, properties: object, person: Record<string, unknown>, member: boolean]>([
    [
      'OR of two',
      group('OR', personFilter('a', 'exact', 1), personFilter('b', 'exact', 1)),
      { b: 1 },
      true,
    ],
    [
      'AND of two',
      group('AND', personFilter('a', 'exact', 1), personFilter('b', 'exact', 1)),
      { b: 1 },
      false,
    ],
    ['`property` as AND', group('property', personFilter('a', 'exact', 1)), { a: 1 }, true],
    [
      'negation',
      group('AND', { ...personFilter('a', 'exact', 1), negation: true }),
      { a: 1 },
      false,
    ],
    [
      'negation of a missing property',
      group('AND', { ...personFilter('a', 'exact', 1), negation: true }),
      {},
      true,
    ],
    [
      'negation of an error',
      group('AND', { ...personFilter('a', 'gt', 'x'), negation: true }),
      { a: 1 },
      true,
    ],
    [
      'three levels',
      group('OR', group('AND', group('OR', personFilter('a', 'is_set')))),
      { a: 1 },
      true,
    ],
    ['an empty OR', group('OR'), {}, false],
    ['an empty AND', group('AND'), {}, true],
  ])('%s', (_what, properties, person, member) => {
    const result = evaluateOne(flagOn(inCohort(1)), carries(person), [tree(1, properties)]);
    expect(result.enabled).toBe(member);
    expect(
      evaluateOne(flagOn(inCohort(1, { operator: 'not_in' })), carries(person), [
        tree(1, properties),
      ]).enabled,
    ).toBe(!member);
  });

  it('looks at the person in conditions about groups too', () => {
    const filters = {
      groups: [{ properties: [inCohort(5)], aggregation_group_type_index: 0 }],
    };
    const context = {
      ...carries({ plan: 'pro' }),
      groupTypes: { 0: 'company' },
      groups: { company: 'acme' },
    };
    expect(evaluateOne(aFlag({ filters }), context, [PRO]).enabled).toBe(true);
  });
});

describe('cohorts in cohorts', () => {
  const nested = (type: string, more: object = {}) => tree(9, group(type, inCohort(5, more)));

  it.each<[what: string, outer: CohortDefinition, plan: string, enabled: boolean]>([
    ['AND', nested('AND'), 'pro', true],
    ['OR', nested('OR'), 'free', false],
    ['AND honours negation', nested('AND', { negation: true }), 'free', true],
    ['OR ignores negation', nested('OR', { negation: true }), 'free', false],
  ])('%s', (_what, outer, plan, enabled) => {
    const result = evaluateOne(flagOn(inCohort(9)), carries({ plan }), [PRO, outer]);
    expect(result.failed).toBeUndefined();
    expect(result.enabled).toBe(enabled);
  });

  it('decides each cohort once, however often it is named', () => {
    const depth = 40;
    const doubled = Array.from({ length: depth }, (_, index) =>
      tree(index + 10, group('AND', inCohort(index + 9), inCohort(index + 9))),
    );
    const bottom = tree(9, group('AND', personFilter('plan', 'exact', 'pro')));
    const flag = flagOn(inCohort(depth + 9));
    expect(evaluateOne(flag, carries({ plan: 'pro' }), [bottom, ...doubled]).enabled).toBe(true);
  });
});

describe('a cohort whose members are looked up', () => {
  const events = (has_membership: boolean) =>
    cohort(3, { filters: { properties: group('OR', group('AND', behavioral)) }, has_membership });

  it.each<[what: string, definition: CohortDefinition]>([
    ['static', staticCohort(3)],
    ['by events', events(true)],
    ['by query', cohort(3, { query: { kind: 'HogQLQuery' }, has_membership: true })],
  ])('%s', (_what, definition) => {
    const flags = compileFlags([flagOn(inCohort(3))], [definition]);
    expect(requiredData(flags, aContext(), {}).cohorts).toEqual([3]);
    const enabled = (memberOf: ReadonlySet<number> | null) =>
      evaluateFlags(flags, aContext({ memberOf })).results.get('beta-search');
    expect(enabled(new Set([3]))).toMatchObject({ enabled: true });
    expect(enabled(new Set([4]))).toMatchObject({ enabled: false });
    expect(enabled(null)).toMatchObject({ failed: true, reason: { code: 'database_unavailable' } });
  });

  it('fails a flag before its first calculation, also when it asks for absence', () => {
    const flag = flagOn(inCohort(3, { operator: 'not_in' }));
    expect(evaluateOne(flag, {}, [events(false)])).toMatchObject({
      enabled: false,
      failed: true,
      reason: { code: 'dependency_not_found_cohort' },
    });
  });

  it('is needed through another cohort, with the properties that one reads', () => {
    const outer = tree(9, group('AND', inCohort(3), personFilter('$geoip_country_code', 'is_set')));
    const flags = compileFlags([flagOn(inCohort(9))], [staticCohort(3), outer]);
    expect(requiredData(flags, aContext(), {})).toMatchObject({ person: true, cohorts: [3] });
    expect(needsGeoip(flags, aContext())).toBe(true);
  });
});

describe('a cohort that cannot be told', () => {
  const circle = [tree(1, group('AND', inCohort(2))), tree(2, group('AND', inCohort(1)))];
  it.each<[code: string, cohorts: CohortDefinition[], value: unknown]>([
    ['dependency_not_found_cohort', [], 1],
    ['dependency_not_found_cohort', [PRO], 'x'],
    ['dependency_not_found_cohort', [tree(1, group('AND', inCohort(7)))], 1],
    ['dependency_cycle_cohort', circle, 1],
    ['dependency_cycle_cohort', circle, 2],
    ['dependency_cycle_cohort', [...circle, tree(3, group('OR', inCohort(1)))], 3],
    ['cohort_filters_parsing_error', [cohort(1)], 1],
    ['cohort_filters_parsing_error', [tree(1, { type: 'XOR', values: [] })], 1],
    ['cohort_filters_parsing_error', [tree(1, group('OR', { type: 'person', value: 1 }))], 1],
    ['cohort_filters_parsing_error', [tree(1, group('OR', personFilter('a', 'sounds_like')))], 1],
  ])('%s: %j', (code, cohorts, value) => {
    for (const operator of ['in', 'not_in']) {
      const flags = compileFlags(
        [flagOn(inCohort(value, { operator })), aFlag({ id: 2, key: 'other' })],
        cohorts,
      );
      const { results, errorsWhileComputing } = evaluateFlags(flags, aContext());
      expect(results.get('beta-search')).toMatchObject({
        enabled: false,
        failed: true,
        reason: { code },
      });
      expect(results.get('other')?.enabled).toBe(true);
      expect(errorsWhileComputing).toBe(true);
    }
  });

  it('does no harm when another filter already decides', () => {
    const result = evaluateOne(flagOn(inCohort(1), personFilter('plan', 'exact', 'pro')));
    expect(result.failed).toBeUndefined();
  });

  it('a chain longer than anyone builds fails instead of exhausting the stack', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) =>
      tree(index + 1, group('AND', inCohort(index + 2))),
    );
    expect(evaluateOne(flagOn(inCohort(1)), {}, chain).failed).toBe(true);
  });
});

describe('localCohorts', () => {
  it('lists what flags reach, by id text, without those that are looked up', () => {
    const outer = tree(9, group('AND', inCohort(5), inCohort(3), inCohort(77)));
    const unused = tree(8, group('AND'));
    const flags = [flagOn(inCohort('9')), flagOn(inCohort('x')), aFlag({ filters: null })];
    expect(localCohorts(flags, [PRO, outer, unused, staticCohort(3)])).toEqual({
      5: group('OR', group('AND', personFilter('plan', 'exact', ['pro']))),
      9: group('AND', inCohort(5), inCohort(3), inCohort(77)),
    });
  });

  it('survives circles and malformed cohorts', () => {
    const circle = [tree(1, group('AND', inCohort(2))), tree(2, group('AND', inCohort(1)))];
    const broken = tree(4, group('AND', inCohort('?')));
    const listed = localCohorts([flagOn(inCohort(1)), flagOn(inCohort(4))], [...circle, broken]);
    expect(Object.keys(listed)).toEqual(['1', '2']);
  });
});

it('cohortsOfFlag finds the cohorts of conditions and of early access', () => {
  const groups = [
    { properties: [inCohort(3), inCohort('4'), personFilter('a', 'exact', 5)] },
    { properties: [inCohort(3), inCohort('x')] },
    { properties: null },
    'no condition',
  ];
  const super_groups = [{ properties: [inCohort(6)] }];
  expect([...cohortsOfFlag({ groups, super_groups })]).toEqual([3, 4, 6]);
});
