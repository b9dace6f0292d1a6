import type { ProviderCall, ResourceWalk } from './case';
import { ID } from './case';

const path = `experiments/${ID}/`;
const variants = [
  { key: 'control', rollout_percentage: 50 },
  { key: 'test', name: 'One page', rollout_percentage: 50 },
];
const metrics = [
  {
    kind: 'ExperimentMetric',
    metric_type: 'mean',
    name: 'Revenue',
    source: { kind: 'EventsNode', event: 'paid', math: 'sum', math_property: 'price' },
  },
];
const create = {
  name: 'Checkout',
  description: 'One page or two',
  feature_flag_key: 'tf-checkout',
  metrics,
  exposure_criteria: { filterTestAccounts: false },
  allow_unknown_events: true,
  feature_flag: { filters: { multivariate: { variants } } },
};
const created = {
  name: 'Checkout',
  description: 'One page or two',
  feature_flag_key: 'tf-checkout',
  parameters: { feature_flag_variants: variants },
  metrics,
  exposure_criteria: { filterTestAccounts: false },
  holdout_id: null,
  deleted: false,
};

const read = (reads: object): ProviderCall => ({ method: 'GET', path, reads });
const step = (verb: string, body: object, reads: object): ProviderCall => ({
  method: 'POST',
  path: `${path}${verb}/`,
  body,
  reads: { id: ID, ...reads },
});

/**
 * `posthog_experiment`: the provider writes the definition, then sends the commands that lead to the configured state.
 */
export const experiments: readonly ResourceWalk[] = [
  {
    resource: 'posthog_experiment',
    steps: [
      {
        command: 'create',
        calls: [
          {
            method: 'POST',
            path: 'experiments/',
            body: create,
            reads: { ...created, status: 'draft' },
          },
          step('launch', {}, { ...created, status: 'running' }),
          step('pause', {}, { ...created, status: 'paused' }),
        ],
      },
      { command: 'read', calls: [read({ id: ID, ...created, status: 'paused' })] },
      {
        command: 'update',
        calls: [
          {
            method: 'PATCH',
            path,
            body: {
              name: 'Checkout 2',
              metrics,
              feature_flag: {
                filters: {
                  multivariate: {
                    variants: [
                      { key: 'control', rollout_percentage: 20 },
                      { key: 'test', rollout_percentage: 80 },
                    ],
                  },
                },
              },
              update_feature_flag_params: true,
            },
            reads: { id: ID, name: 'Checkout 2', status: 'paused' },
          },
          step('resume', {}, { status: 'running' }),
          step(
            'ship_variant',
            { variant_key: 'test', release_to_everyone: true, conclusion: 'won' },
            { status: 'stopped', conclusion: 'won' },
          ),
        ],
      },
      { command: 'import', calls: [read({ id: ID, name: 'Checkout 2', status: 'stopped' })] },
      {
        command: 'delete',
        calls: [{ method: 'PATCH', path, body: { deleted: true }, reads: { deleted: true } }],
      },
      { command: 'check destroyed', calls: [{ ...read({}), orGone: true }] },
    ],
  },
  {
    resource: 'posthog_experiment that is ended without a winner',
    steps: [
      {
        command: 'create',
        calls: [
          {
            method: 'POST',
            path: 'experiments/',
            body: { name: 'Short', feature_flag_key: 'tf-short' },
            reads: { name: 'Short', status: 'draft', metrics: [], metrics_secondary: [] },
          },
          step('launch', {}, { status: 'running' }),
          step(
            'end',
            { conclusion: 'inconclusive', conclusion_comment: 'Too few' },
            { status: 'stopped', conclusion: 'inconclusive', conclusion_comment: 'Too few' },
          ),
        ],
      },
      {
        command: 'delete',
        calls: [{ method: 'PATCH', path, body: { deleted: true }, reads: { deleted: true } }],
      },
      { command: 'check destroyed', calls: [{ ...read({}), orGone: true }] },
    ],
  },
];
