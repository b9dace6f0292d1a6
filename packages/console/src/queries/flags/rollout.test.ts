import { guardMetric, insightMetric, sideWords, stepProblem, stepsAbove, stepsOf } from './rollout';

it('reads increasing steps from a text', () => {
  expect(stepsOf('5, 25 %,100', 60)).toEqual([
    { percentage: 5, minutes: 60 },
    { percentage: 25, minutes: 60 },
    { percentage: 100, minutes: 60 },
  ]);
  for (const text of ['', '50, 25', '0, 10', '10, 110', 'ten', '10,,20']) {
    expect(stepsOf(text, 60)).toBeNull();
  }
  expect(stepsOf('10', 0)).toBeNull();
});

it('creates metrics from the choices in the form', () => {
  const errors = guardMetric('errors', '$exception', '');
  expect(errors).toMatchObject({ metric_type: 'mean', goal: 'decrease', source: { math: 'dau' } });
  expect(guardMetric('conversion', 'paid', '')).toMatchObject({ series: [{ event: 'paid' }] });
  expect(guardMetric('latency', 'loaded', '')).toBeNull();
  expect(guardMetric('latency', 'loaded', 'ms')).toMatchObject({
    numerator: { math: 'sum', math_property: 'ms' },
    denominator: { math: 'total' },
  });
  expect(guardMetric('conversion', null, '')).toBeNull();
  if (errors !== null) expect(sideWords(errors, { units: 200, mean: 0.05 })).toBe('5% of 200');
});

it('uses the first series of a trends query', () => {
  const series = [{ kind: 'EventsNode', event: 'paid', math: 'sum', math_property: 'amount' }];
  const source = { kind: 'TrendsQuery', series };
  expect(insightMetric({ kind: 'InsightVizNode', source }, 'Sales', 'increase')).toMatchObject({
    ...{ metric_type: 'mean', name: 'Sales', goal: 'increase', source: series[0] },
  });
  const median = { kind: 'TrendsQuery', series: [{ ...series[0], math: 'median' }] };
  expect(insightMetric(median, 'Median', 'increase')).toBeNull();
  expect(insightMetric({ kind: 'FunnelsQuery', series }, 'Funnel', 'increase')).toBeNull();
  expect(insightMetric(null, 'None', 'increase')).toBeNull();
});

it('proposes steps above the current share, and rejects lower ones', () => {
  expect([stepsAbove(0), stepsAbove(25), stepsAbove(100)]).toEqual([
    '5, 25, 50, 100',
    '50, 100',
    '100',
  ]);
  expect(stepProblem(stepsOf('50, 100', 60), 25)).toBeNull();
  expect(stepProblem(stepsOf('5, 100', 60), 25)).toBe(
    'The first step must be larger than the current rollout of the condition, 25 %.',
  );
  expect(stepProblem(stepsOf('100', 60), 100)).toContain('100 %');
  expect(stepProblem(stepsOf('9, 5', 60), 0)).toContain('increasing numbers');
});
