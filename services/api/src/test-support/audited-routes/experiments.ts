import type { AuditedRequest } from './audited-request';

const METRIC = {
  kind: 'ExperimentMetric',
  metric_type: 'mean',
  source: { kind: 'EventsNode', event: null },
};
const FILTERS = [{ properties: [], rollout_percentage: 5 }];

/** A step in the life of the experiment. */
function step(
  verb: string,
  body: object = {},
  logged: AuditedRequest['logged'] = ['Experiment', 'updated'],
): AuditedRequest {
  return {
    route: `experiments_${verb}_create`,
    request: ['POST', `experiments/{experiment}/${verb}/`, body],
    logged,
  };
}

export const experiments: readonly AuditedRequest[] = [
  {
    route: 'experiment_holdouts_create',
    request: ['POST', 'experiment_holdouts/', { name: 'Nobody', filters: FILTERS }],
    logged: ['ExperimentHoldout', 'created'],
    makes: 'holdout',
  },
  {
    route: 'experiment_holdouts_partial_update',
    request: ['PATCH', 'experiment_holdouts/{holdout}/', { name: 'Some' }],
    logged: ['ExperimentHoldout', 'updated'],
  },
  {
    route: 'experiment_saved_metrics_create',
    request: ['POST', 'experiment_saved_metrics/', { name: 'Revenue', query: METRIC }],
    logged: ['ExperimentSavedMetric', 'created'],
    makes: 'metric',
  },
  {
    route: 'experiment_saved_metrics_partial_update',
    request: ['PATCH', 'experiment_saved_metrics/{metric}/', { name: 'Sales' }],
    logged: ['ExperimentSavedMetric', 'updated'],
  },
  {
    route: 'experiments_create',
    request: ['POST', 'experiments/', { name: 'Page', feature_flag_key: 'page' }],
    logged: ['Experiment', 'created'],
    makes: 'experiment',
  },
  {
    route: 'experiments_partial_update',
    request: ['PATCH', 'experiments/{experiment}/', { description: 'One or two' }],
    logged: ['Experiment', 'updated'],
  },
  step('launch'),
  step('create_exposure_cohort_for_experiment', {}, ['Experiment', 'updated']),
  // These steps change only the flag.
  step('pause', {}, ['FeatureFlag', 'updated']),
  step('resume', {}, ['FeatureFlag', 'updated']),
  step('end', { conclusion: 'won' }),
  step('ship_variant', { variant_key: 'test' }, ['FeatureFlag', 'updated']),
  step('archive'),
  step('unarchive'),
  step('reset'),
  step('duplicate', { feature_flag_key: 'page-2' }, ['Experiment', 'created']),
  step('copy_to_project', { target_team_id: 1, feature_flag_key: 'page-3' }, [
    'Experiment',
    'created',
  ]),
  {
    route: 'experiment_saved_metrics_destroy',
    request: ['DELETE', 'experiment_saved_metrics/{metric}/'],
    logged: ['ExperimentSavedMetric', 'deleted'],
  },
  {
    route: 'experiment_holdouts_destroy',
    request: ['DELETE', 'experiment_holdouts/{holdout}/'],
    logged: ['ExperimentHoldout', 'deleted'],
  },
];
