import { compileFlags } from '../compile/compile-flags';
import type { CohortDefinition } from '../definitions/definition';
import { cohortsOfFlag, localCohorts } from '../local-evaluation/local-cohorts';
import { aContext, aFlag, evaluateOne, personFilter } from '../test-support/factories';
import { evaluateFlags } from './evaluate-flags';
import { needsGeoip } from './needs-geoip';
import { requiredData } from './required-data';

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

describe('cohorts in cohorts', () => {
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

describe('a cohort whose members are stored', () => {
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

  it('fails a flag before its first calculation, also when the flag requires non-members', () => {
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

it('a very long chain fails instead of exhausting the stack', () => {
  const chain = Array.from({ length: 20_000 }, (_, index) =>
    tree(index + 1, group('AND', inCohort(index + 2))),
  );
  expect(evaluateOne(flagOn(inCohort(1)), {}, chain).failed).toBe(true);
});

describe('localCohorts', () => {
  it('lists the cohorts that flags refer to, by id text, without stored ones', () => {
    const outer = tree(9, group('AND', inCohort(5), inCohort(3), inCohort(77)));
    const unused = tree(8, group('AND'));
    const flags = [flagOn(inCohort('9')), flagOn(inCohort('x')), aFlag({ filters: null })];
    expect(localCohorts(flags, [PRO, outer, unused, staticCohort(3)])).toEqual({
      5: group('OR', group('AND', personFilter('plan', 'exact', ['pro']))),
      9: group('AND', inCohort(5), inCohort(3), inCohort(77)),
    });
  });

  it('leaves out cycles, cohorts that refer to them, and malformed cohorts', () => {
    const circle = [tree(1, group('AND', inCohort(2))), tree(2, group('AND', inCohort(1)))];
    const above = tree(3, group('OR', inCohort(1), inCohort(5), inCohort(5)));
    const broken = tree(4, group('AND', inCohort('?')));
    const twice = tree(6, group('OR', inCohort(5), inCohort(5)));
    const flags = [flagOn(inCohort(3)), flagOn(inCohort(4)), flagOn(inCohort(6))];
    const listed = localCohorts(flags, [...circle, above, broken, twice, PRO]);
    expect(Object.keys(listed)).toEqual(['5', '6']);
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
