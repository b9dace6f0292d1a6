import { compileFlags } from '../compile/compile-flags';
import type { FlagDefinition } from '../definitions/definition';
import type { EvaluationContext } from '../subject/context';
import { aContext, aFlag, personFilter } from '../test-support/factories';
import { explainFlags } from './explain-flags';
import type { FlagExplanation } from './explanation';

const explain = (
  flags: readonly FlagDefinition[],
  context: Partial<EvaluationContext> = {},
): FlagExplanation[] => explainFlags(compileFlags(flags), flags, aContext(context));
const outcomes = (...args: Parameters<typeof explain>) =>
  explain(...args)
    .at(-1)
    ?.conditions.map(({ outcome }) => outcome);

const pro = personFilter('plan', 'exact', 'pro');
const withGroups = (groups: object[], more: object = {}) => aFlag({ filters: { groups, ...more } });

it('reports the expected and the actual value of each filter', () => {
  const flag = withGroups([
    { properties: [pro, personFilter('age', 'gt', '5'), personFilter('gone', 'is_set')] },
  ]);
  const [one] = explain([flag], { personProperties: { plan: 'free', age: 7 } });
  expect(one).toMatchObject({
    result: { enabled: false, reason: { code: 'no_condition_match', condition_index: 0 } },
    dependencies: 'complete',
    conditions: [
      {
        index: 0,
        outcome: 'filters_missed',
        filters: [
          { filter: pro, actual: 'free', matches: false, problem: null },
          { actual: 7, matches: true },
          { actual: null, matches: false },
        ],
        rollout: { percentage: 100, position: null },
      },
    ],
  });
});

it('shows the position of the hash', () => {
  const [one] = explain([withGroups([{ rollout_percentage: 0.5 }, { rollout_percentage: 50 }])]);
  expect(one?.conditions).toMatchObject([
    { outcome: 'out_of_rollout', rollout: { percentage: 0.5 } },
    { outcome: 'match', rollout: { percentage: 50 } },
  ]);
  // The vector `beta-search.user-17` of `docs/wire/flags-evaluation.md#hash-vectors`.
  expect(one?.conditions[0]?.rollout.position).toBeCloseTo(0.9101217133290002, 12);
});

it.each<[what: string, flag: FlagDefinition, expected: string[]]>([
  ['after a match', withGroups([{}, {}]), ['match', 'not_reached']],
  [
    'early exit',
    withGroups([{ rollout_percentage: 0 }, {}], { early_exit: true }),
    ['out_of_rollout', 'not_reached'],
  ],
  ['no group', withGroups([{ aggregation_group_type_index: 0 }]), ['no_group']],
  [
    'no device',
    aFlag({ bucketing_identifier: 'device_id', filters: { groups: [{}] } }),
    ['no_device'],
  ],
  [
    'held out',
    withGroups([{}], { holdout: { id: 1, exclusion_percentage: 100 } }),
    ['not_reached'],
  ],
])('%s', (_what, flag, expected) => {
  expect(outcomes([flag])).toEqual(expected);
});

it('reports data that could not be read, and the results of other filters', () => {
  const flag = withGroups([
    { properties: [personFilter('distinct_id', 'exact', 'someone')] },
    { properties: [pro] },
    {},
  ]);
  const [one] = explain([flag], { personProperties: null });
  expect(one?.result.failed).toBe(true);
  expect(one?.conditions).toMatchObject([
    { outcome: 'filters_missed', filters: [{ actual: 'user-17', matches: false }] },
    {
      outcome: 'failed',
      filters: [{ matches: null, problem: 'Stored properties could not be read' }],
    },
    { outcome: 'not_reached' },
  ]);
});

it('reports the value of another flag, and which filters are about cohorts', () => {
  const asks = { key: '1', type: 'flag', operator: 'flag_evaluates_to', value: 'test' };
  const cohort = { key: 'id', type: 'cohort', value: 9 };
  const flags = [
    aFlag({
      filters: {
        groups: [{}],
        multivariate: { variants: [{ key: 'test', rollout_percentage: 100 }] },
      },
    }),
    aFlag({ id: 2, key: 'second', filters: { groups: [{ properties: [cohort, asks, pro] }] } }),
  ];
  const second = explain(flags).at(-1);
  expect(second?.conditions[0]?.filters).toMatchObject([
    { filter: asks, actual: 'test', matches: true },
    { filter: pro, actual: null, matches: false },
    { filter: cohort, matches: null, problem: 'Cohort membership is not available' },
  ]);
});

it('reports only the failure of a malformed flag', () => {
  expect(explain([aFlag({ filters: null })])).toMatchObject([
    { result: { failed: true }, dependencies: null, conditions: [] },
  ]);
});
