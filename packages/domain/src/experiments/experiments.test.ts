import { dueDays, experimentDays, metricFingerprint, timeSeries } from '.';

const at = (text: string): Date => new Date(text);

describe('experimentDays', () => {
  const run = { startDate: at('2026-03-27T22:30:00Z'), endDate: null, timezone: 'Europe/Berlin' };

  it('are those of the time zone, and end when the clocks of the zone say so', () => {
    // The clocks go forward on March 29, so that this day has 23 hours.
    expect(experimentDays(run, at('2026-03-30T10:00:00Z'))).toEqual([
      { day: '2026-03-27', until: at('2026-03-27T23:00:00Z') },
      { day: '2026-03-28', until: at('2026-03-28T23:00:00Z') },
      { day: '2026-03-29', until: at('2026-03-29T22:00:00Z') },
      { day: '2026-03-30', until: at('2026-03-30T22:00:00Z') },
    ]);
  });

  it('end with the experiment', () => {
    const endDate = at('2026-03-28T12:00:00Z');
    expect(experimentDays({ ...run, endDate }, at('2026-06-01T00:00:00Z'))).toEqual([
      { day: '2026-03-27', until: at('2026-03-27T23:00:00Z') },
      { day: '2026-03-28', until: endDate },
    ]);
  });

  it('are empty before the start, and at most the last 1,000', () => {
    expect(experimentDays(run, at('2026-03-27T00:00:00Z'))).toEqual([]);
    const days = experimentDays({ ...run, startDate: at('1970-01-01T00:00:00Z') }, run.startDate);
    expect([days.length, days.at(-1)?.day]).toEqual([1_000, '2026-03-27']);
  });
});

it('calculates days that have ended and are later than the newest stored one', () => {
  const days = experimentDays(
    { startDate: at('2026-03-01T00:00:00Z'), endDate: null, timezone: 'UTC' },
    at('2026-03-05T01:00:00Z'),
  );
  const due = (newest: string | null, hour: string): readonly string[] =>
    dueDays(days, newest, { now: at(`2026-03-05T${hour}:00:00Z`), graceMs: 7_200_000 }).map(
      ({ day }) => day,
    );
  expect(due(null, '01')).toEqual(['2026-03-03']);
  expect(due(null, '02')).toEqual(['2026-03-04']);
  expect(due('2026-03-02', '02')).toEqual(['2026-03-03', '2026-03-04']);
  expect(due('2026-03-04', '02')).toEqual([]);
});

describe('metricFingerprint', () => {
  const experiment = {
    startDate: at('2026-03-01T00:00:00Z'),
    statsConfig: { method: 'bayesian' },
    exposureCriteria: { filterTestAccounts: true },
    onlyCountMaturedUsers: false,
    parameters: null,
  };
  const metric = { kind: 'ExperimentMetric', metric_type: 'mean', source: { event: 'a', id: 1 } };
  const base = metricFingerprint(metric, experiment);

  it('ignores labels, the order of keys and absent values', () => {
    expect(base).toMatch(/^[0-9a-f]{64}$/);
    const source = { id: 1, event: 'a', properties: null };
    const labels = { uuid: 'u', name: 'n', fingerprint: base, goal: 'decrease' };
    expect(metricFingerprint({ ...labels, ...metric, source }, experiment)).toBe(base);
  });

  it.each([
    ['the metric', { ...metric, threshold: 2 }, experiment],
    ['the start', metric, { ...experiment, startDate: at('2026-03-02T00:00:00Z') }],
    ['the method', metric, { ...experiment, statsConfig: { method: 'frequentist' } }],
    ['the exposure', metric, { ...experiment, exposureCriteria: null }],
    ['who counts', metric, { ...experiment, onlyCountMaturedUsers: true }],
    ['the variants', metric, { ...experiment, parameters: { excluded_variants: ['b'] } }],
  ])('changes with %s', (_what, changed, settings) => {
    expect(metricFingerprint(changed, settings)).not.toBe(base);
  });
});

describe('timeSeries', () => {
  const days = ['2026-03-01', '2026-03-02'];
  const good = { day: '2026-03-01', result: { baseline: 1 }, error: null };
  const bad = { day: '2026-03-02', result: null, error: 'The query needs too much memory.' };

  it.each([
    ['pending', []],
    ['partial', [good]],
    ['partial', [good, bad]],
    ['failed', [bad]],
    ['completed', [good, { ...bad, result: {}, error: null }]],
    ['pending', [{ ...good, day: '2026-02-28' }]],
  ])('is %s with %j', (status, stored) => {
    expect(timeSeries(days, stored).status).toBe(status);
  });

  it('has each day, with its result or its error', () => {
    expect(timeSeries(days, [good, bad])).toEqual({
      status: 'partial',
      timeseries: { '2026-03-01': { baseline: 1 }, '2026-03-02': null },
      errors: { '2026-03-02': 'The query needs too much memory.' },
    });
    expect(timeSeries(days, [good]).errors).toBeNull();
  });
});
