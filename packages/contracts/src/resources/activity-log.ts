import { z } from 'zod';
import { rawText } from '../shared/wire-fields';

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
  user: z.object({ first_name: z.string(), email: z.string() }).nullable(),
  activity: z.string(),
  scope: z.string(),
  item_id: z.string(),
  detail: z.object({
    changes: z.array(changeSchema),
    merge: z.null(),
    trigger: z.null(),
    name: z.string().nullable(),
    short_id: z.null(),
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

/** `GET activity_log/`: the history of the project, of some scopes, or of one item. */
export const activityLogQuerySchema = activityQuerySchema.extend({
  scope: z.enum(activityScopes).optional(),
  scopes: scopeList
    .optional()
    .meta({ wire: { type: 'string' }, description: 'Several scopes, separated by commas.' }),
  item_id: rawText(72).optional(),
  user: z.uuid().optional().meta({ description: 'Only changes by the user with this uuid.' }),
  start_date: rawText(50).optional().meta({
    description:
      'Only changes since this date: ISO 8601 or relative, in the time zone of the project.',
  }),
  end_date: rawText(50)
    .optional()
    .meta({ description: 'Only changes until this date; a day without a time is included.' }),
});
