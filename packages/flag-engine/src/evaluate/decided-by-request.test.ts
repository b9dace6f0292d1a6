import fc from 'fast-check';
import { compileFlags } from '../compile/compile-flags';
import type { FlagDefinition } from '../definitions/definition';
import { cohorts, project, request } from '../test-support/arbitraries';
import { aContext, aFlag, personFilter } from '../test-support/factories';
import { hasNoHashKeys, isDecidedByRequest, narrowFlags } from './decided-by-request';
import { evaluateFlags } from './evaluate-flags';

const on = (id: number, properties: object[], more: Partial<FlagDefinition> = {}) =>
  aFlag({ id, key: `flag-${id}`, filters: { groups: [{ properties }] }, ...more });
const dependsOn = (id: number) => ({
  type: 'flag',
  key: String(id),
  operator: 'flag_evaluates_to',
  value: true,
});
const half = { groups: [{ rollout_percentage: 50 }] };

describe('isDecidedByRequest', () => {
  it.each<[what: string, expected: boolean, flag: FlagDefinition]>([
    ['a rollout', true, aFlag({ filters: half })],
    ['a property of the request', true, on(1, [personFilter('plan', 'exact', 'pro')])],
    ['a property that may be stored', false, on(1, [personFilter('tier', 'exact', 'gold')])],
    ['a date', false, on(1, [personFilter('plan', 'is_date_after', '2026-01-01')])],
    ['another flag', false, on(1, [dependsOn(2)])],
    ['a location', false, on(1, [personFilter('$geoip_country_code', 'exact', 'NO')])],
    ['a group', false, aFlag({ filters: { ...half, aggregation_group_type_index: 0 } })],
    ['a hash key', false, aFlag({ filters: half, ensure_experience_continuity: true })],
  ])('%s: %s', (_what, expected, definition) => {
    const [planned] = compileFlags([definition]).planned;
    const location = { $geoip_country_code: 'NO' };
    const facts = aContext({ personPropertyOverrides: { plan: 'pro', ...location } });
    expect(isDecidedByRequest(planned!.flag, facts)).toBe(expected);
  });

  it('reads the conditions of cohorts', () => {
    const cohort = (id: number, leaf: object) => ({
      id,
      is_static: false,
      has_membership: false,
      filters: { properties: { type: 'AND', values: [leaf] } },
    });
    const inCohort = (id: number) => on(id, [{ type: 'cohort', key: 'id', value: id }]);
    const definitions = [
      cohort(1, personFilter('plan', 'exact', 'pro')),
      cohort(2, personFilter('plan', 'is_date_before', '-7d')),
      cohort(3, { type: 'cohort', key: 'id', value: 2 }),
    ];
    const { planned } = compileFlags([1, 2, 3].map(inCohort), definitions);
    const facts = aContext({ personPropertyOverrides: { plan: 'pro' } });
    expect(planned.map(({ flag }) => isDecidedByRequest(flag, facts))).toEqual([
      true,
      false,
      false,
    ]);
  });
});

describe('flags that the request decides', () => {
  const times = fc.constantFrom(new Date('2026-03-31T12:00:00Z'), new Date('2030-01-01T00:00:00Z'));

  it('have the same result after stored data has changed', () => {
    let decided = 0;
    fc.assert(
      fc.property(project, cohorts, request, request, times, (some, groups, first, other, now) => {
        const second = {
          ...other,
          now,
          distinctId: first.distinctId,
          deviceId: first.deviceId,
          anonDistinctId: first.anonDistinctId,
          groups: first.groups,
          personPropertyOverrides: first.personPropertyOverrides,
        };
        fc.pre(hasNoHashKeys(first) && hasNoHashKeys(second));
        const flags = compileFlags(some, groups);
        const { results } = evaluateFlags(flags, first);
        const isKnown = (id: number, key: string): boolean =>
          results.get(key)?.failed !== true && isDecidedByRequest(flags.byId.get(id)!, first);
        const narrowed = narrowFlags(flags, ({ id, key }) => !isKnown(id, key));
        const again = evaluateFlags(narrowed, second);
        const complete = evaluateFlags(flags, second);
        expect(again.errorsWhileComputing).toBe(complete.errorsWhileComputing);
        for (const [key, result] of complete.results) {
          const known = again.results.get(key) ?? results.get(key);
          if (!again.results.has(key)) decided++;
          expect(known).toEqual(result);
        }
      }),
      { numRuns: 1_000 },
    );
    expect(decided).toBeGreaterThan(100);
  });
});

it('selects the wanted flags and the flags that they depend on', () => {
  const flags = compileFlags([on(1, []), on(2, [dependsOn(1)]), on(3, [dependsOn(2)]), on(4, [])]);
  const narrowed = (...ids: number[]) =>
    narrowFlags(flags, ({ id }) => ids.includes(id)).planned.map(({ flag }) => flag.id);
  expect([narrowed(), narrowed(3), narrowed(4, 2)]).toEqual([[], [1, 2, 3], [1, 2, 4]]);
});
