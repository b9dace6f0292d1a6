import type { Experiment, ExperimentDraft, ExperimentMetric } from './experiment';
import {
  evenSplit,
  experimentBody,
  experimentProblems,
  missingInMetric,
  NEW_EXPERIMENT,
} from './experiment';
import {
  exposureQuery,
  mismatchWords,
  multipleWords,
  peopleConverted,
  peopleCounted,
  peopleShown,
} from './experiment-queries';
import { METRIC_TYPES, metricName, newMetric } from './metric-words';
import { baselineOfRow, pastDataQuery } from './past-data';
import {
  certaintyWords,
  changeWords,
  headline,
  intervalScale,
  levelWords,
  shapeResult,
  verdictWords,
} from './results';

const EXPERIMENT: Experiment = {
  id: 7,
  name: 'Checkout',
  description: null,
  status: 'running',
  feature_flag_key: 'checkout',
  feature_flag: {
    id: 3,
    key: 'checkout',
    filters: {
      multivariate: {
        variants: [
          { key: 'control', rollout_percentage: 50 },
          { key: 'test', rollout_percentage: 50 },
        ],
      },
    },
  },
  parameters: { minimum_detectable_effect: 5 },
  start_date: '2026-03-01T00:00:00Z',
  end_date: '2026-03-15T00:00:00Z',
  metrics: [],
  metrics_secondary: [],
  saved_metrics: [],
  stats_config: { method: 'bayesian' },
  exposure_criteria: { filterTestAccounts: true },
  exposure_cohort: null,
  only_count_matured_users: false,
  holdout: null,
  conclusion: null,
  conclusion_comment: null,
  archived: false,
  created_by: null,
  created_at: '2026-03-01T00:00:00Z',
};
const FUNNEL: ExperimentMetric = {
  kind: 'ExperimentMetric',
  metric_type: 'funnel',
  series: [{ kind: 'EventsNode', event: 'paid' }],
};
const DRAFT: ExperimentDraft = {
  ...NEW_EXPERIMENT,
  name: 'Checkout',
  flagKey: 'checkout',
  metrics: [FUNNEL],
};

describe('the draft of an experiment', () => {
  it('can be saved only if it is complete', () => {
    expect(experimentProblems(DRAFT, true)).toEqual([]);
    expect(experimentProblems(NEW_EXPERIMENT, true)).toHaveLength(2);
    const broken = { ...DRAFT, variants: [{ key: 'a', rollout_percentage: 60 }] };
    expect(experimentProblems(broken, true)).toEqual([
      'An experiment compares at least two variants.',
      'One variant must have the key control.',
      'The split adds up to 60 %; it must be 100 %.',
    ]);
  });

  it.each(METRIC_TYPES.map(({ value }) => value))(
    'asks for the missing events of a new metric: %s',
    (type) => {
      expect(missingInMetric(newMetric(type))).not.toBeNull();
    },
  );

  it('does not send the variants of a running experiment', () => {
    expect(experimentBody(DRAFT, null)).toMatchObject({
      feature_flag_key: 'checkout',
      parameters: { feature_flag_variants: DRAFT.variants, rollout_percentage: 100 },
    });
    expect(experimentBody(DRAFT, EXPERIMENT)).not.toHaveProperty('parameters');
    expect(experimentBody(DRAFT, { ...EXPERIMENT, status: 'draft' })).toMatchObject({
      parameters: { minimum_detectable_effect: 5 },
    });
  });

  it('gets equal shares in whole per cent', () => {
    const three = ['control', 'a', 'b'].map((key) => ({ key, rollout_percentage: 0 }));
    expect(evenSplit(three).map((one) => one.rollout_percentage)).toEqual([34, 33, 33]);
  });
});

describe('results', () => {
  const response = {
    baseline: { key: 'control', number_of_samples: 200, sum: 40, validation_failures: [] },
    variant_results: [
      {
        ...{ key: 'test', number_of_samples: 200, sum: 60, significant: true },
        ...{ chance_to_win: 0.99, credible_interval: [0.05, 0.95], validation_failures: [] },
      },
    ],
    breakdown_results: [
      {
        breakdown_value: ['pro'],
        baseline: {
          ...{ key: 'control', number_of_samples: 20, sum: 4 },
          validation_failures: ['not-enough-exposures'],
        },
        variant_results: [{ key: 'test', number_of_samples: 20, sum: 5, significant: null }],
      },
    ],
  };

  it('become rows with the difference from the baseline', () => {
    const { total, breakdowns } = shapeResult(FUNNEL, null, response);
    const [control, test] = total.rows;
    expect(control).toMatchObject({ isBaseline: true, value: 0.2, converted: 40, change: null });
    expect(test).toMatchObject({ value: 0.3, converted: 60, verdict: 'better' });
    expect(changeWords(FUNNEL, null, test?.change ?? null)).toBe('+50%');
    expect(test === undefined ? '' : certaintyWords(test)).toBe('99%');
    expect(headline(FUNNEL, null, total)).toEqual({ verdict: 'better', text: 'test: +50%' });
    const [low, high] = intervalScale(total.rows);
    expect([low < 0, high > 0.95]).toEqual([true, true]);
    expect(breakdowns).toMatchObject([{ title: 'pro', rows: [{}, { verdict: null }] }]);
    const [few] = breakdowns[0]?.rows.slice(1) ?? [];
    expect(few === undefined ? '' : verdictWords(few)).toBe('not enough data');
  });

  it('are worse if the goal is a decrease', () => {
    const errors = { ...FUNNEL, goal: 'decrease' } as const;
    const { total } = shapeResult(errors, null, response);
    expect(total.rows[1]?.verdict).toBe('worse');
  });

  it('can be absolute differences, intervals of another level, and p-values', () => {
    const frequentist = { difference_type: 'absolute', alpha: 0.1 };
    const stats = { method: 'frequentist', frequentist } as const;
    const { total } = shapeResult(FUNNEL, stats, response);
    expect(changeWords(FUNNEL, stats, total.rows[1]?.change ?? null)).toBe('+10% points');
    expect(levelWords(stats)).toBe('90%');
    expect(levelWords(null)).toBe('95%');
    const row = { ...total.rows[1], chance: null, pValue: 0.000_2 } as (typeof total.rows)[number];
    expect(certaintyWords(row)).toBe('< 0.001');
  });

  it('do not call a chance certain', () => {
    const { total } = shapeResult(FUNNEL, null, response);
    const words = [0.999_99, 0.999, 0.5, 0.000_01].map((chance) =>
      certaintyWords({ ...total.rows[1], chance } as (typeof total.rows)[number]),
    );
    expect(words).toEqual(['> 99.9%', '99.9%', '50%', '< 0.1%']);
  });
});

describe('exposures', () => {
  const exposures = {
    timeseries: [],
    total_exposures: { control: 900, test: 600, $multiple: 15 },
    sample_ratio_mismatch: { expected: { control: 750, test: 750 }, p_value: 1e-14 },
  };

  it('warn about a wrong split, and about people with several variants', () => {
    expect(mismatchWords(exposures)).toContain('control has 900 people instead of 750');
    const fine = { expected: { control: 750, test: 750 }, p_value: 0.2 };
    expect(mismatchWords({ ...exposures, sample_ratio_mismatch: fine })).toBeNull();
    expect(multipleWords(exposures, true)).toBe(
      '1% of the people were shown more than one variant; they are excluded from the results.',
    );
  });

  it('list people', () => {
    expect(exposureQuery(EXPERIMENT)).toMatchObject({
      ...{ kind: 'ExperimentExposureQuery', experiment_id: 7 },
      ...{ feature_flag: { key: 'checkout' }, start_date: EXPERIMENT.start_date },
    });
    expect(peopleShown(EXPERIMENT, 'test', 5)).toMatchObject({
      ...{ clicked: 5, comparable: 'people' },
      source: {
        ...{ kind: 'ExperimentActorsQuery', funnelStep: 0, funnelStepBreakdown: 'test' },
        source: { kind: 'ExperimentQuery', experiment_id: 7 },
      },
    });
    expect(peopleShown(EXPERIMENT, '$multiple', 5)?.title).toBe(
      'People who were shown several variants',
    );
    expect(peopleCounted(EXPERIMENT, FUNNEL, 'test', 4)).toMatchObject({
      ...{ clicked: 4, source: { funnelStep: 0, source: { metric: FUNNEL } } },
    });
    expect(peopleConverted(EXPERIMENT, FUNNEL, 'test', 3)).toMatchObject({
      source: { kind: 'ExperimentActorsQuery', funnelStep: 1, source: { metric: FUNNEL } },
    });
    expect(peopleConverted(EXPERIMENT, newMetric('retention'), 'test', 3)).toMatchObject({
      source: { funnelStep: 1 },
    });
    expect(peopleConverted(EXPERIMENT, newMetric('mean'), 'test', 3)).toBeNull();
    const filters = { aggregation_group_type_index: 0 };
    const ofGroups = {
      ...EXPERIMENT,
      feature_flag: { ...EXPERIMENT.feature_flag, filters },
    };
    expect(peopleShown(ofGroups, 'test', 5)).toBeNull();
  });
});

describe('past data', () => {
  it('are queried with quoted texts', () => {
    const query = pastDataQuery("it's", FUNNEL)?.query ?? '';
    expect(query).toContain(String.raw`event = 'it\'s'`);
    expect(pastDataQuery('visited', newMetric('ratio'))).toBeNull();
  });

  it('require enough people and a variance above zero', () => {
    expect(baselineOfRow([[280, 0.5, 0.25]])).toEqual({
      ...{ mean: 0.5, variance: 0.25, unitsPerDay: 10 },
    });
    expect(baselineOfRow([[10, 0.5, 0.25]])).toBeNull();
    expect(baselineOfRow([[280, 0, 0]])).toBeNull();
  });
});

it.each([
  [newMetric('mean'), '… per person'],
  [
    {
      ...({ kind: 'ExperimentMetric', metric_type: 'mean' } as const),
      source: { kind: 'EventsNode', event: 'paid', math: 'avg', math_property: 'price' } as const,
    },
    'Average of price of paid per person',
  ],
  [FUNNEL, 'Conversion to paid'],
  [{ ...FUNNEL, name: 'Sales' }, 'Sales'],
])('shows the name of a metric', (metric, name) => {
  expect(metricName(metric)).toBe(name);
});
