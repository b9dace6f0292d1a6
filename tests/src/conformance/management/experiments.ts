import type { ConformanceCase, Manage, Send } from '../test-support/case';
import { TOKEN, USER } from '../test-support/case';
import { asked, changes, makes, missing, reads, rejected, shows } from './management-steps';

const metric = {
  kind: 'ExperimentMetric',
  metric_type: 'mean',
  source: { kind: 'EventsNode', event: 'paid' },
};

function step(name: string, verb: string, response: object, status = 200, body = {}): Manage {
  return {
    manage: { method: 'POST', path: `experiments/{{${name}}}/${verb}/` },
    body,
    status,
    response,
  };
}

/** Expects the flag that SDKs receive, within two seconds of a change. */
function evaluated(key: string, details: object): Send {
  return {
    send: { path: '/flags/?v=2', body: { token: TOKEN, distinct_id: USER } },
    response: { status: 200, body: { flags: { [key]: details } } },
    withinMs: 2_000,
  };
}

/** Filters with equal variants. */
function split(...keys: readonly string[]): object {
  const variants = keys.map((key) => ({ key, rollout_percentage: 100 / keys.length }));
  return {
    groups: [{ properties: [], rollout_percentage: 100 }],
    ...(variants.length > 0 && { multivariate: { variants } }),
  };
}

const NO_EXPERIMENTS = {
  launched_last_30d: 0,
  launched_previous_30d: 0,
  percent_change: 0,
  active_experiments: 0,
  completed_last_30d: 0,
};

/** Experiments (`docs/wire/experiments.md#resource`). */
export const experiments: readonly ConformanceCase[] = [
  {
    name: 'an experiment is launched, paused, resumed, ended with one variant for everybody, and archived',
    steps: [
      makes(
        'experiments/',
        {
          name: 'Checkout',
          feature_flag_key: 'checkout',
          metrics: [metric],
          allow_unknown_events: true,
        },
        {
          status: 'draft',
          feature_flag: { key: 'checkout', active: false, has_experiment: true },
          metrics: [{ ...metric, uuid: expect.any(String) as unknown }],
          archived: false,
        },
      ),
      step('Checkout', 'pause', { type: 'validation_error' }, 400),
      step('Checkout', 'launch', { status: 'running', start_date: expect.any(String) as unknown }),
      evaluated('checkout', { enabled: true, metadata: { has_experiment: true } }),
      step('Checkout', 'pause', { status: 'paused' }),
      step('Checkout', 'resume', { status: 'running' }),
      step('Checkout', 'ship_variant', { status: 'stopped', conclusion: 'won' }, 200, {
        variant_key: 'test',
        release_to_everyone: true,
        conclusion: 'won',
      }),
      evaluated('checkout', { enabled: true, variant: 'test' }),
      step('Checkout', 'archive', { archived: true }),
      reads('experiments/', { count: 0 }),
      reads('experiments/?archived=true', { count: 1, results: [{ name: 'Checkout' }] }),
      step('Checkout', 'duplicate', { name: 'Checkout (Copy)', status: 'draft' }, 201),
      changes('experiments/{{Checkout}}/', { deleted: true }, { deleted: true }),
      { manage: { method: 'GET', path: 'experiments/{{Checkout}}/' }, status: 404 },
      changes('experiments/{{Checkout}}/', { deleted: false }, { deleted: false }),
      shows('experiments/{{Checkout}}/', { name: 'Checkout' }),
    ],
  },
  {
    name: 'a holdout excludes people from the experiment',
    steps: [
      makes(
        'experiment_holdouts/',
        { name: 'All', filters: [{ properties: [], rollout_percentage: 100 }] },
        {
          filters: [
            { rollout_percentage: 100, variant: expect.stringMatching(/^holdout-\d+$/) as unknown },
          ],
        },
      ),
      makes('experiments/', {
        name: 'Held',
        feature_flag_key: 'held',
        holdout_id: '#{{All}}',
        start_date: '2026-01-01T00:00:00Z',
      }),
      evaluated('held', { reason: { code: 'holdout_condition_value' } }),
    ],
  },
  {
    name: 'flags with a control and other variants are eligible for an experiment',
    steps: [
      makes('feature_flags/', { key: 'switch', filters: split() }),
      makes('feature_flags/', { key: 'colours', filters: split('red', 'blue') }),
      makes('feature_flags/', { key: 'checkout', filters: split('control', 'test') }),
      reads('experiments/eligible_feature_flags/', { count: 1, results: [{ key: 'checkout' }] }),
      reads('experiments/eligible_feature_flags/?search=CHECK', { count: 1 }),
      reads('experiments/eligible_feature_flags/?search=colours', { count: 0, results: [] }),
      reads('experiments/eligible_feature_flags/?offset=1', { count: 1, results: [] }),
      rejected('GET', 'experiments/eligible_feature_flags/?order=colour', { attr: 'order' }),
      changes('feature_flags/{{checkout}}/', { deleted: true }),
      reads('experiments/eligible_feature_flags/', { count: 0, results: [] }),
    ],
  },
  {
    name: 'statistics count the experiments that were launched and ended',
    steps: [
      reads('experiments/stats/', NO_EXPERIMENTS),
      makes('experiments/', { name: 'Counted', feature_flag_key: 'counted' }),
      reads('experiments/stats/', NO_EXPERIMENTS),
      step('Counted', 'launch', { status: 'running' }),
      reads('experiments/stats/', {
        ...NO_EXPERIMENTS,
        launched_last_30d: 1,
        percent_change: 100,
        active_experiments: 1,
      }),
      step('Counted', 'end', { status: 'stopped' }),
      reads('experiments/stats/', {
        ...NO_EXPERIMENTS,
        launched_last_30d: 1,
        percent_change: 100,
        completed_last_30d: 1,
      }),
    ],
  },
  {
    name: 'invalid experiments are rejected, and DELETE is not supported',
    steps: [
      rejected(
        'POST',
        'experiments/',
        { attr: 'name', code: 'required' },
        { feature_flag_key: 'x' },
      ),
      rejected(
        'POST',
        'experiments/',
        { attr: 'feature_flag_key', code: 'required' },
        { name: 'x' },
      ),
      rejected(
        'POST',
        'experiments/',
        { attr: 'metrics' },
        { name: 'x', feature_flag_key: 'x', metrics: [metric] },
      ),
      rejected('GET', 'experiments/?order=colour', { detail: "Invalid order field: 'colour'" }),
      asked('DELETE', 'experiments/999999/', { status: 405, body: '' }),
      missing('GET', 'experiments/999999/'),
      missing('PATCH', 'experiments/999999/'),
      missing('GET', 'experiments/x/'),
    ],
  },
];
