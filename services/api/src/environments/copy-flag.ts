import { isDeepStrictEqual } from 'node:util';
import type { CopyFlags, FeatureFlagWrite, FlagCopyPlan } from '@tidemark/contracts';
import { cohortWriteSchema, featureFlagCreateSchema } from '@tidemark/contracts';
import { ApiError, toValidationError, validationError } from '@tidemark/platform';
import type {
  FeatureFlag,
  Project,
  ScheduledChange,
  ScheduledChangeFields,
  ScheduledChangeRepository,
  User,
} from '@tidemark/postgres';
import type { CohortRouteDeps } from '../cohorts/deps';
import { createCohort } from '../cohorts/create-cohort';
import type { SaveFlagDeps } from '../feature-flags/save-flag';
import { createFlag, updateFlag } from '../feature-flags/save-flag';
import type { CopyOptions } from './plan-copy';
import { planCopy } from './plan-copy';
import type { ProjectContents, ProjectReaders } from './project-names';
import { readContents } from './project-names';
import { translateFilters } from './translate-filters';

export type CopyDeps = Omit<SaveFlagDeps, 'cohorts'> &
  Pick<CohortRouteDeps, 'cohorts' | 'members' | 'insights' | 'changed'> &
  Pick<ProjectReaders, 'groupTypes'> & {
    readonly scheduledChanges: Pick<ScheduledChangeRepository, 'list' | 'create'>;
  };

interface Copy {
  readonly source: ProjectContents;
  readonly target: Project;
  readonly user: User;
  readonly request: CopyFlags;
}

/** The plan for one target. Payloads that a flag encrypts are redacted. */
export async function planFor(
  deps: CopyDeps,
  flag: FeatureFlag,
  { source, target, request }: Copy,
): Promise<FlagCopyPlan> {
  const contents = await readContents(deps, target.id);
  const existing = contents.flags.find(({ key }) => key === flag.key);
  const pending = request.copy_schedule ? await pendingChanges(deps, flag) : [];
  return planCopy(
    deps.secrets.show(flag),
    existing === undefined ? null : deps.secrets.show(existing),
    source,
    contents,
    { ...optionsOf(request, target.id), scheduled: pending.map(({ payload }) => payload) },
  );
}

/**
 * Copies a flag to one project: cohorts that it needs are made first, then flags that it depends on, then the flag is
 * written as a request of the person would write it, approvals included.
 *
 * @throws ApiError 400, 409; ApprovalRequiredError
 */
export async function copyFlag(
  deps: CopyDeps,
  flag: FeatureFlag,
  copy: Copy,
  visiting: readonly string[] = [],
): Promise<FeatureFlag> {
  const { source, target, user, request } = copy;
  const plan = await planFor(deps, flag, copy);
  const [problem] = plan.problems;
  if (problem !== undefined) throw validationError('invalid_input', problem);
  // The version that was shown is for the flag itself, and not for those that it depends on.
  if (visiting.length === 0) checkVersion(plan, request);
  for (const { key, action } of plan.dependencies) {
    const dependency = source.flags.find((one) => one.key === key);
    if (action !== 'copy' || dependency === undefined || visiting.includes(key)) continue;
    await copyFlag(deps, dependency, copy, [...visiting, flag.key]);
  }
  const cohorts = await makeCohorts(deps, plan, copy);
  const contents = await readContents(deps, target.id);
  const keys = new Map(source.flags.map(({ id, key }) => [id, key]));
  const types = new Map(source.groupTypes.map((one) => [one.groupTypeIndex, one.groupType]));
  const plain = flag.hasEncryptedPayloads ? deps.secrets.open(flag) : flag;
  const translation = {
    cohort: (id: number) => cohorts.get(id),
    flag: (id: number) => contents.flags.find(({ key }) => key === keys.get(id))?.id,
    groupType: (index: number) =>
      contents.groupTypes.find(({ groupType }) => groupType === types.get(index))?.groupTypeIndex,
  };
  const body = writeOf(flag, translateFilters(plain.filters, translation), request);
  const caller = { project: target, user };
  const saved =
    plan.flag_id === null
      ? await createFlag(deps, caller, { ...body, key: flag.key })
      : await updateFlag(deps, caller, plan.flag_id, body);
  if (request.copy_schedule) {
    await copySchedules(deps, flag, saved, copy, (payload) =>
      translateFilters(payload, translation),
    );
  }
  return saved;
}

function optionsOf(request: CopyFlags, projectId: number): Omit<CopyOptions, 'scheduled'> {
  return {
    cohortMapping: request.cohort_mapping[String(projectId)] ?? {},
    includesDependencies: request.include_dependencies,
    disablesCopies: request.disable_copied_flag,
  };
}

/** What is written is what a dry run has shown. @throws ApiError 409 */
export function checkVersion(
  { project_id: projectId, version }: Pick<FlagCopyPlan, 'project_id' | 'version'>,
  { expected_versions: expected }: Pick<CopyFlags, 'expected_versions'>,
): void {
  const shown = expected[String(projectId)];
  if (shown === undefined || shown === version) return;
  const detail = `The flag in project ${projectId} was changed since the dry run: it was ${versionText(shown)} and is ${versionText(version)}.`;
  throw new ApiError(409, 'invalid_request', 'conflict', detail);
}

function versionText(version: number | null): string {
  return version === null ? 'absent' : `version ${version}`;
}

/** The target's cohort of each of the source's; those that are missing are made. */
async function makeCohorts(
  deps: CopyDeps,
  plan: FlagCopyPlan,
  { source, target, user }: Copy,
): Promise<ReadonlyMap<number, number>> {
  const made = new Map<number, number>();
  for (const { source_id: id, target_id: known } of plan.cohorts) {
    if (known !== null) {
      made.set(id, known);
      continue;
    }
    const cohort = source.cohorts.find((one) => one.id === id);
    if (cohort === undefined) continue;
    const filters = translateFilters(
      { ...cohort.filters },
      { cohort: (inner) => made.get(inner), flag: () => undefined, groupType: () => undefined },
    );
    const given = { name: cohort.name, description: cohort.description, filters };
    const body = cohortWriteSchema.safeParse(given, { reportInput: true });
    if (body.error !== undefined) throw toValidationError(body.error);
    made.set(id, (await createCohort(deps, target.id, user.id, body.data)).id);
  }
  return made;
}

function writeOf(
  flag: FeatureFlag,
  filters: Readonly<Record<string, unknown>>,
  { disable_copied_flag: isDisabled }: CopyFlags,
): FeatureFlagWrite {
  const given = {
    key: flag.key,
    name: flag.name,
    filters,
    active: flag.active && !isDisabled,
    ensure_experience_continuity: flag.ensureExperienceContinuity,
    evaluation_runtime: flag.evaluationRuntime,
    bucketing_identifier: flag.bucketingIdentifier,
    evaluation_contexts: [...flag.evaluationContexts],
    tags: [...flag.tags],
    is_remote_configuration: flag.isRemoteConfiguration,
    has_encrypted_payloads: flag.hasEncryptedPayloads,
  };
  const checked = featureFlagCreateSchema.safeParse(given, { reportInput: true });
  if (checked.error !== undefined) throw toValidationError(checked.error);
  return checked.data;
}

/** A change that the target's flag already waits for is not copied again. */
async function copySchedules(
  deps: CopyDeps,
  from: FeatureFlag,
  to: FeatureFlag,
  { target, user }: Copy,
  translate: (payload: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>,
): Promise<void> {
  const present = await pendingChanges(deps, to);
  for (const change of await pendingChanges(deps, from)) {
    const copied = { ...change, payload: translate(change.payload) };
    if (present.some((one) => isDeepStrictEqual(one, copied))) continue;
    await deps.scheduledChanges.create({ projectId: target.id, userId: user.id }, to.id, copied);
  }
}

type PendingChange = ScheduledChangeFields & Pick<ScheduledChange, 'timezone'>;

/** The scheduled changes of a flag that are not made yet. */
async function pendingChanges(
  { scheduledChanges }: Pick<CopyDeps, 'scheduledChanges'>,
  { projectId, id }: FeatureFlag,
): Promise<readonly PendingChange[]> {
  const page = { limit: 1_000, offset: 0 };
  const { rows } = await scheduledChanges.list(projectId, { featureFlagId: id, page });
  return rows.filter(({ executedAt }) => executedAt === null).map(fieldsOf);
}

function fieldsOf(change: ScheduledChange): PendingChange {
  const { payload, scheduledAt, isRecurring, recurrenceInterval } = change;
  const { cronExpression, timezone, endDate } = change;
  return {
    payload,
    scheduledAt,
    isRecurring,
    recurrenceInterval,
    cronExpression,
    timezone,
    endDate,
  };
}
