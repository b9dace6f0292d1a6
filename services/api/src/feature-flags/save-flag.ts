import type { FeatureFlagWrite } from '@tidemark/contracts';
import { notFound, validationError } from '@tidemark/platform';
import type {
  CohortRepository,
  DashboardRepository,
  EarlyAccessRepository,
  ExperimentRepository,
  FeatureFlag,
  FeatureFlagFields,
  FeatureFlagRepository,
  SaveFeatureFlagResult,
  SurveyRepository,
  UserRepository,
} from '@tidemark/postgres';
import { checkDashboards } from '../insights/check-dashboards';
import type { AnnounceChange } from '../definitions';
import { checkCohorts } from './check-cohorts';
import { checkConditions } from './check-conditions';
import { checkExperiments, checkVariants, runningExperiments } from './check-experiments';
import { checkFeature } from './check-feature';
import { checkDependencies, checkStateChange } from './flag-dependencies';
import { filtersOfNewFlag, filtersOfUpdate, toFlagFields } from './flag-fields';
import type { PayloadSecrets } from './payload-secrets';
import { rejectConflict } from './reject-conflict';
import { usageDashboard } from './usage-dashboard';
import { withRenamedEnrollment } from './rename-enrollment';

export interface SaveFlagDeps {
  readonly flags: FeatureFlagRepository;
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
  readonly features: Pick<EarlyAccessRepository, 'findByFlag' | 'listOfFlags'>;
  readonly experiments: Pick<ExperimentRepository, 'list'>;
  readonly surveys: Pick<SurveyRepository, 'listLinked'>;
  readonly dashboards: Pick<DashboardRepository, 'findMany'>;
  readonly users: UserRepository;
  readonly secrets: PayloadSecrets;
  readonly announceChange: AnnounceChange;
}

/** The dependencies of changes of existing flags. */
export interface UpdateFlagDeps extends Omit<SaveFlagDeps, 'flags'> {
  readonly flags: Pick<FeatureFlagRepository, 'findById' | 'update'>;
}

interface Caller {
  readonly project: { readonly id: number };
  readonly user: { readonly id: number };
}

/** The author of a change; null if the user was removed. */
interface Editor {
  readonly project: { readonly id: number };
  readonly user: { readonly id: number | null };
}

/**
 * A new flag. The write is announced once committed.
 *
 * @throws ApiError 400
 */
export async function createFlag(
  deps: SaveFlagDeps,
  { project, user }: Caller,
  body: FeatureFlagWrite & {
    readonly key: string;
    readonly _should_create_usage_dashboard?: boolean | undefined;
  },
): Promise<FeatureFlag> {
  deps.secrets.requireKey(body);
  const plain = filtersOfNewFlag(body);
  checkConditions(body.filters, 'filters');
  await checkCohorts(deps.cohorts, project.id, plain);
  await checkAnalytics(deps, project.id, body);
  const encrypted = body.has_encrypted_payloads === true;
  const filters = encrypted ? deps.secrets.seal(project.id, plain) : plain;
  const fields = { ...toFlagFields(body), key: body.key, filters };
  const usage = body._should_create_usage_dashboard === true ? usageDashboard(body.key) : undefined;
  const check = (live: readonly FeatureFlag[]) => {
    checkDependencies({ id: null, key: body.key }, filters, live);
  };
  const result = await deps.flags.create(project.id, user.id, fields, check, usage);
  return announced(deps, result);
}

/**
 * Changes a flag. The checks see it as it is when the change is written.
 *
 * @throws ApiError 400, 404, 409
 */
export async function updateFlag(
  deps: UpdateFlagDeps,
  { project, user }: Editor,
  id: number,
  body: FeatureFlagWrite,
): Promise<FeatureFlag> {
  deps.secrets.requireKey(body);
  checkConditions(body.filters, 'filters');
  await checkCohorts(deps.cohorts, project.id, body.filters);
  await checkAnalytics(deps, project.id, body);
  await checkFeature(deps.features, project.id, id, body);
  const editors = await editorOf(deps, project.id, id, body);
  const running = await runningExperiments(deps.experiments, project.id, id, body);
  const result = await deps.flags.update(project.id, user.id, id, (current, live) => {
    const plain = plainFields(body);
    rejectConflict(deps.secrets.show(current), plain, body, editors);
    const filters = storedFilters(deps.secrets, body, current);
    const fields = { ...plain, ...(filters !== undefined && { filters }) };
    // An archived flag is turned off.
    checkStateChange(current, body.archived === true ? { active: false } : body, live);
    checkExperiments(current, body);
    checkVariants(current, filters, running);
    if (body.deleted !== true) checkFilters(current, fields, live);
    return withRenamedEnrollment(current, fields);
  });
  return announced(deps, result);
}

const checkAnalytics = (
  { dashboards }: Pick<SaveFlagDeps, 'dashboards'>,
  projectId: number,
  { analytics_dashboards: ids = [] }: FeatureFlagWrite,
) => checkDashboards(dashboards, projectId, ids, 'analytics_dashboards');

/** Checks new filters, and those of a restored flag; unchanged filters may follow older rules. */
function checkFilters(
  current: FeatureFlag,
  fields: Partial<FeatureFlagFields>,
  live: readonly FeatureFlag[],
): void {
  const isRestored = current.deleted && fields.deleted === false;
  if (fields.filters === undefined && !isRestored) return;
  const flag = { id: current.id, key: fields.key ?? current.key };
  checkDependencies(flag, fields.filters ?? current.filters, live);
}

/** The email addresses of users who may have changed the flag since; read only if a conflict is possible. */
async function editorOf(
  { flags, users }: Pick<UpdateFlagDeps, 'flags' | 'users'>,
  projectId: number,
  id: number,
  { version, original_flag: original }: FeatureFlagWrite,
): Promise<ReadonlyMap<number, { readonly email: string }>> {
  if (version === undefined || !original) return new Map();
  const flag = await flags.findById(projectId, id);
  return flag?.lastModifiedById ? users.findMany([flag.lastModifiedById]) : new Map();
}

/** The flag of a successful write. */
async function announced(
  { announceChange }: Pick<SaveFlagDeps, 'announceChange'>,
  result: SaveFeatureFlagResult,
): Promise<FeatureFlag> {
  switch (result.outcome) {
    case 'saved':
      await announceChange(result.flag.projectId, 'feature_flags');
      return result.flag;
    case 'not_found':
      throw notFound();
    case 'key_taken':
      throw validationError('unique', 'There is already a feature flag with this key.', 'key');
  }
}

/** The fields an update names, before anything is encrypted. */
function plainFields(body: FeatureFlagWrite): Partial<FeatureFlagFields> {
  const { filters } = body;
  return { ...toFlagFields(body), ...(filters?.groups !== undefined && { filters }) };
}

/** The filters after an update, encrypted if the flag then is; undefined = unchanged. */
function storedFilters(
  secrets: PayloadSecrets,
  body: FeatureFlagWrite,
  current: FeatureFlag,
): FeatureFlag['filters'] | undefined {
  const encrypted = body.has_encrypted_payloads ?? current.hasEncryptedPayloads;
  const turned = encrypted !== current.hasEncryptedPayloads;
  const replaces = body.filters?.groups !== undefined;
  if (!replaces && !turned && body.rollout_percentage === undefined) return undefined;
  // Payloads that cannot be read any more can still be replaced.
  const plain = replaces ? current : secrets.open(current);
  const changed = filtersOfUpdate(body, plain) ?? (turned ? plain.filters : undefined);
  return changed && encrypted ? secrets.seal(current.projectId, changed) : changed;
}
