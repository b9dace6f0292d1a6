import type { LogEntry } from './entry';

/** Search parameters of a URL. */
type Search = Readonly<Record<string, string>>;

interface Kind {
  /** The name of the kind in the activity log of the API (`scope`). */
  readonly scope: string;
  readonly label: string;
  /** The noun for one item in a sentence, for example after "created the". */
  readonly noun: string;
  /** The screen of an item, or the list of all items of this kind; undefined if no screen shows them. */
  readonly place?: (id: string) => { readonly path: string; readonly search?: Search };
}

const list = (path: string, search?: Search) => () => ({ path, search });

/** The kinds that belong to the project. */
const PROJECT_KINDS: readonly Kind[] = [
  {
    scope: 'FeatureFlag',
    label: 'Flags',
    noun: 'flag',
    place: (id) => ({ path: `feature_flags/${id}` }),
  },
  {
    scope: 'Experiment',
    label: 'Experiments',
    noun: 'experiment',
    place: (id) => ({ path: `experiments/${id}` }),
  },
  { scope: 'GuardedRollout', label: 'Rollouts of flags', noun: 'rollout of a flag' },
  { scope: 'ScheduledChange', label: 'Scheduled changes', noun: 'scheduled change' },
  {
    scope: 'ExperimentHoldout',
    label: 'Holdouts',
    noun: 'holdout',
    place: list('experiments', { part: 'holdouts' }),
  },
  {
    scope: 'ExperimentSavedMetric',
    label: 'Shared metrics',
    noun: 'shared metric',
    place: list('experiments', { part: 'metrics' }),
  },
  {
    scope: 'Insight',
    label: 'Insights',
    noun: 'insight',
    place: (id) => ({ path: `insights/${id}` }),
  },
  {
    scope: 'Dashboard',
    label: 'Dashboards',
    noun: 'dashboard',
    place: (id) => ({ path: `dashboard/${id}` }),
  },
  { scope: 'Cohort', label: 'Cohorts', noun: 'cohort', place: (id) => ({ path: `cohorts/${id}` }) },
  {
    scope: 'Action',
    label: 'Actions',
    noun: 'action',
    place: (id) => ({ path: `data-management/actions/${id}` }),
  },
  { scope: 'AlertConfiguration', label: 'Alerts', noun: 'alert' },
  { scope: 'Subscription', label: 'Subscriptions', noun: 'subscription' },
  { scope: 'Annotation', label: 'Annotations', noun: 'annotation' },
  {
    scope: 'HogFunction',
    label: 'Destinations',
    noun: 'destination',
    place: (id) => ({ path: `data-management/destinations/${id}` }),
  },
  {
    scope: 'IngestionRule',
    label: 'Ingestion rules',
    noun: 'ingestion rule',
    place: (id) => ({ path: `data-management/rules/${id}` }),
  },
  {
    scope: 'EventDeletion',
    label: 'Deletions of events',
    noun: 'deletion of events',
    place: list('data-management/deletions'),
  },
  { scope: 'InsightVariable', label: 'Variables', noun: 'variable' },
  {
    scope: 'EventDefinition',
    label: 'Definitions of events',
    noun: 'definition of the event',
    place: list('data-management/events'),
  },
  {
    scope: 'PropertyDefinition',
    label: 'Definitions of properties',
    noun: 'definition of the property',
    place: list('data-management/properties'),
  },
  { scope: 'Person', label: 'Persons', noun: 'person' },
  { scope: 'Group', label: 'Groups', noun: 'group' },
  { scope: 'GroupType', label: 'Types of groups', noun: 'type of groups' },
  { scope: 'Survey', label: 'Surveys', noun: 'survey' },
  { scope: 'EarlyAccessFeature', label: 'Early access features', noun: 'early access feature' },
  {
    scope: 'DataWarehouseTable',
    label: 'Tables',
    noun: 'table',
    place: list('data-management/tables'),
  },
  {
    scope: 'DataWarehouseSavedQuery',
    label: 'Views',
    noun: 'view',
    place: list('data-management/tables', { part: 'views' }),
  },
  {
    scope: 'DataWarehouseJoin',
    label: 'Joins',
    noun: 'join',
    place: list('data-management/tables', { part: 'joins' }),
  },
  {
    scope: 'BatchExport',
    label: 'Exports',
    noun: 'export',
    place: list('data-management/exports'),
  },
  {
    scope: 'BatchImport',
    label: 'Imports',
    noun: 'import',
    place: (id) => ({ path: `settings/imports/${id}` }),
  },
  { scope: 'Team', label: 'Project', noun: 'project', place: list('settings/project') },
  { scope: 'ProjectSecretAPIKey', label: 'Secret keys', noun: 'secret key' },
];

/** The kinds that belong to the organization, whose history is requested separately from the project's. */
const ORGANIZATION_KINDS: readonly Kind[] = [
  {
    scope: 'User',
    label: 'Members and sign-ins',
    noun: 'user',
    place: list('settings/members'),
  },
  {
    scope: 'Organization',
    label: 'Organization',
    noun: 'organization',
    place: list('settings/members'),
  },
  {
    scope: 'OrganizationInvite',
    label: 'Invitations',
    noun: 'invitation of',
    place: list('settings/members'),
  },
  {
    scope: 'DeadLetter',
    label: 'Dead letters',
    noun: 'dead letter',
    place: list('settings/status'),
  },
  {
    scope: 'PersonalAPIKey',
    label: 'Personal keys',
    noun: 'personal key',
    place: list('settings/keys'),
  },
];

/** The value of the URL parameter that stands for all kinds of the organization. */
export const ORGANIZATION = 'organization';

/** The options of the filter by kind. */
export const KIND_OPTIONS: readonly { readonly value: string; readonly label: string }[] = [
  { value: '', label: 'Everything of the project' },
  ...PROJECT_KINDS.map(({ scope, label }) => ({ value: scope, label })),
  { value: ORGANIZATION, label: 'Everything of the organization' },
  ...ORGANIZATION_KINDS.map(({ scope, label }) => ({ value: scope, label })),
];

/** The API parameters for an option of the filter. */
export function scopeParameters(kind: string): Readonly<Record<string, string>> {
  if (kind === '') return {};
  if (kind !== ORGANIZATION) return { scope: kind };
  return { scopes: ORGANIZATION_KINDS.map(({ scope }) => scope).join(',') };
}

/** The kind of an entry. If the console does not know it, its name in the API is shown. */
export function kindOf({ scope }: Pick<LogEntry, 'scope'>): Kind {
  const known = [...PROJECT_KINDS, ...ORGANIZATION_KINDS].find((kind) => kind.scope === scope);
  return known ?? { scope, label: scope, noun: scope };
}
