import { z } from 'zod';
import { userBasicSchema } from './users';
import { formBoolean, rawText } from '../shared/wire-fields';

/** Types of objects whose changes are recorded in the history of a project. */
export const projectActivityScopes = [
  'FeatureFlag',
  'Action',
  'Cohort',
  'Survey',
  'EarlyAccessFeature',
  'Experiment',
  'ExperimentHoldout',
  'ExperimentSavedMetric',
  'ScheduledChange',
  'ApprovalPolicy',
  'ChangeRequest',
  'FlagReferenceScan',
  'GuardedRollout',
  'Insight',
  'AlertConfiguration',
  'Subscription',
  'Dashboard',
  'Group',
  'GroupType',
  'Person',
  'Team',
  'ProjectSecretAPIKey',
  'Annotation',
  'InsightVariable',
  'IngestionRule',
  'EventDeletion',
  'EventDefinition',
  'PropertyDefinition',
  'BatchExport',
  'BatchImport',
  'HogFunction',
  'DataWarehouseTable',
  'DataWarehouseSavedQuery',
  'DataWarehouseJoin',
] as const;

/** Types of objects of the organization, whose history needs access to the whole organization. */
export const organizationActivityScopes = [
  'PersonalAPIKey',
  'User',
  'Organization',
  'OrganizationInvite',
  'EnvironmentChain',
  'DeadLetter',
] as const;

export const activityScopes = [...projectActivityScopes, ...organizationActivityScopes] as const;

export type ActivityScope = (typeof activityScopes)[number];

/** Whether changes of this type of object belong to the organization instead of a project. */
export function isOrganizationScope(scope: ActivityScope): boolean {
  return organizationActivityScopes.some((known) => known === scope);
}

const changeSchema = z.object({
  type: z.string(),
  action: z.enum(['created', 'changed', 'deleted']),
  field: z.string().nullable(),
  before: z.unknown(),
  after: z.unknown(),
});

/** One change of an object, and the user who made it. */
export const activitySchema = z.object({
  id: z.string(),
  user: userBasicSchema.nullable(),
  /** Whether no user made it: a command of the operator, or the product itself. */
  is_system: z.boolean(),
  was_impersonated: z.literal(false),
  unread: z.literal(false),
  activity: z.string(),
  scope: z.string(),
  item_id: z.string(),
  detail: z.object({
    changes: z.array(changeSchema),
    merge: z.null(),
    trigger: z.null(),
    name: z.string().nullable(),
    /** Only of insights. */
    short_id: z.string().nullable(),
    type: z.null(),
  }),
  created_at: z.string(),
});

export type ActivityBody = z.input<typeof activitySchema>;

/** A page of a history, with a page number instead of the offset that other lists use. */
export const activityPageSchema = z.object({
  results: z.array(activitySchema),
  next: z.string().nullable(),
  previous: z.string().nullable(),
  total_count: z.int(),
  /** The same, in lists of the whole project or organization. */
  count: z.int().optional(),
});

const pageNumber = z.coerce.number({ error: 'A valid integer is required.' }).int().min(1);

export const activityQuerySchema = z.object({
  limit: pageNumber.max(1_000).default(10),
  page: pageNumber.max(1_000_000).default(1),
});

/** A comma-separated list of scope names. */
const scopeList = z
  .string()
  .transform((text) => text.split(','))
  .pipe(z.array(z.enum(activityScopes)).min(1))
  .refine((scopes) => new Set(scopes.map(isOrganizationScope)).size === 1, {
    error: 'Scopes of a project and scopes of an organization cannot be read together.',
  });

const dates = {
  start_date: rawText(50).optional().meta({
    description:
      'Only changes since this date: ISO 8601 or relative, in the time zone of the project.',
  }),
  end_date: rawText(50)
    .optional()
    .meta({ description: 'Only changes until this date; a day without a time is included.' }),
};

/** The number of changes in a page; `page_size` is PostHog's name for `limit`. */
const pageSize = pageNumber
  .max(1_000)
  .optional()
  .meta({ description: 'Number of results per page, in place of `limit`.' });

const withOrganization = z
  .enum(['0', '1'])
  .optional()
  .meta({ description: '1: also changes of the organization, such as those of keys and users.' });

/** `GET activity_log/`: the history of the project, of some scopes, or of one item. */
export const activityLogQuerySchema = activityQuerySchema.extend({
  page_size: pageSize,
  include_organization_scoped: withOrganization,
  scope: z.enum(activityScopes).optional(),
  scopes: scopeList
    .optional()
    .meta({ wire: { type: 'string' }, description: 'Several scopes, separated by commas.' }),
  item_id: rawText(72).optional(),
  short_id: rawText(72).optional().meta({ description: 'The short id of an insight.' }),
  user: z.uuid().optional().meta({ description: 'Only changes by the user with this uuid.' }),
  ...dates,
});

const MAX_LISTED = 100;

/** Values separated by commas, or a JSON list; a repeated parameter is read by its last value. */
function listOf(item: z.ZodType<string>, description: string) {
  return z
    .string()
    .transform((text) => listed(text))
    .pipe(z.array(item).max(MAX_LISTED))
    .optional()
    .meta({ wire: { type: 'string' }, description });
}

function listed(text: string): unknown[] {
  if (text.trim() === '') return [];
  if (!text.trimStart().startsWith('[')) return text.split(',').map((item) => item.trim());
  try {
    return JSON.parse(text) as unknown[];
  } catch {
    // The value is no item of the list's type, and is rejected as such.
    return [null];
  }
}

/** A filter of PostHog that is not supported: ignoring it would list other changes than requested. */
function unsupported() {
  return z
    .string()
    .refine((text) => ['', '{}', '[]'].includes(text.trim()), 'This filter is not supported.')
    .optional()
    .meta({ description: 'Not supported: must be empty.' });
}

/** `GET advanced_activity_logs/`: changes by several filters; each may have several values. */
export const advancedActivityQuerySchema = z.object({
  page: pageNumber.max(1_000_000).default(1),
  page_size: pageNumber.max(1_000).default(100),
  include_organization_scoped: withOrganization,
  users: listOf(z.uuid(), 'Uuids of users.'),
  scopes: listOf(z.enum(activityScopes), 'Types of the changed items.'),
  activities: listOf(rawText(100), 'Kinds of changes, such as `created` and `updated`.'),
  item_ids: listOf(rawText(72), 'Ids of the changed items.'),
  search_text: z.string().max(400).optional().meta({
    description: 'Part of the name or of the changed fields and their values.',
  }),
  is_system: formBoolean()
    .optional()
    .meta({
      wire: { type: 'boolean' },
      description: 'Only changes without a user, or only changes of users.',
    }),
  was_impersonated: formBoolean()
    .optional()
    .meta({
      wire: { type: 'boolean' },
      description: 'True finds nothing: users cannot act for others.',
    }),
  detail_filters: unsupported(),
  hogql_filter: unsupported(),
  clients: unsupported(),
  ip_addresses: unsupported(),
  ...dates,
});

const filterValue = z.object({ value: z.string(), label: z.string() });

/** `GET advanced_activity_logs/available_filters/`: the values that occur in the history. */
export const activityFiltersSchema = z.object({
  static_filters: z.object({
    users: z.array(filterValue),
    scopes: z.array(z.object({ value: z.string() })),
    activities: z.array(z.object({ value: z.string() })),
  }),
  detail_fields: z.record(z.string(), z.never()),
});
