import type { GuardedRolloutBody, GuardedRolloutCreate } from '@tidemark/contracts';
import {
  guardedRolloutCreateSchema,
  guardedRolloutSchema,
  idParameter,
  pageOf,
} from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type {
  FeatureFlag,
  FeatureFlagRepository,
  GuardedRollout,
  GuardedRolloutRepository,
  Project,
  RolloutCheck,
  User,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { readFlagId } from '../feature-flags/flag-ids';
import { defaultPage, pageBody } from '../page-query';
import { pageParameters, parameter } from '../query-parameters';
import { found, peopleOf } from '../resource';
import { foreignUser } from '../users/foreign-user';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';
import { presentPercentage } from './carry-on';
import { checkMetric } from './check-metric';
import type { MeasureDeps } from './measure-rollout';
import { audienceOf, hasVariants, percentageOf } from './rollout-write';

const LIST = '/guarded_rollouts/';
const DETAIL = '/guarded_rollouts/:id/';
const READ = { scope: 'feature_flag:read' } as const;
const WRITE = { scope: 'feature_flag:write' } as const;
const params = z.object({ id: idParameter() });
const listQuery = z.object({
  ...pageParameters,
  feature_flag_id: parameter('Only rollouts of the flag with this id.'),
});
const SHOWN_CHECKS = 100;

interface Deps extends MeasureDeps {
  readonly guardedRollouts: GuardedRolloutRepository;
  readonly flags: Pick<FeatureFlagRepository, 'findById'>;
  readonly users: UserRepository;
  readonly now: () => Date;
}

/** Guarded rollouts (`docs/guarded-rollouts.md`). PostHog has no such resource. */
export function createGuardedRolloutRoutes(deps: Deps): readonly ProjectRoute[] {
  const { guardedRollouts, users } = deps;
  const creatorOf = ({ createdById }: GuardedRollout) => [createdById];
  const shown = async (rollout: GuardedRollout) =>
    rolloutBody(
      rollout,
      await guardedRollouts.listChecks(rollout.projectId, rollout.id, SHOWN_CHECKS),
      await peopleOf(users, [rollout], creatorOf),
    );

  return [
    projectRoute({
      name: 'guarded_rollouts_list',
      summary: 'List guarded rollouts of flags',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(guardedRolloutSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const flag = url.searchParams.get('feature_flag_id');
        // No flag has the id 0.
        const featureFlagId = flag === null ? undefined : (readFlagId(flag) ?? 0);
        const page = await guardedRollouts.list(project.id, {
          page: request,
          ...(featureFlagId !== undefined && { featureFlagId }),
        });
        const people = await peopleOf(users, page.rows, creatorOf);
        return pageBody(url, request, page, (row) => rolloutBody(row, [], people));
      },
    }),
    projectRoute({
      name: 'guarded_rollouts_create',
      summary: 'Increase the rollout of a flag in steps while a metric does not get worse',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: guardedRolloutCreateSchema,
      response: guardedRolloutSchema,
      async handle({ caller, body }) {
        const flag = await deps.flags.findById(caller.project.id, body.feature_flag_id);
        const [checked, initialPercentage] = checkedFlag(flag, body);
        const { project } = caller;
        await checkSubscribers(deps, project, body.subscribed_users);
        await checkMetric(deps, body.metric, { flag: checked, project, now: deps.now() });
        const rollout = await guardedRollouts.create(inProject(caller), {
          featureFlagId: body.feature_flag_id,
          conditionIndex: body.condition_index,
          steps: body.steps,
          metric: body.metric,
          alpha: body.alpha,
          minimumUnits: body.minimum_units,
          checkIntervalMinutes: body.check_interval_minutes,
          subscribedUsers: body.subscribed_users,
          initialPercentage,
          condition: audienceOf(checked, { conditionIndex: body.condition_index }),
        });
        if (rollout !== null) return shown(rollout);
        throw rejected(
          'feature_flag_id',
          'Another rollout of this flag is running: stop it first.',
        );
      },
    }),
    projectRoute({
      name: 'guarded_rollouts_retrieve',
      summary: 'Read a guarded rollout with its latest checks',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: guardedRolloutSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(found(await guardedRollouts.findById(project.id, id))),
    }),
    projectRoute({
      name: 'guarded_rollouts_stop_create',
      summary: 'Stop a guarded rollout and leave the flag as it is',
      method: 'POST',
      path: `${DETAIL}stop/`,
      access: WRITE,
      params,
      body: z.unknown(),
      response: guardedRolloutSchema,
      async handle({ caller, params: { id } }) {
        found(await guardedRollouts.findById(caller.project.id, id));
        const reason = `${caller.user.email} stopped it.`;
        const stopped = await guardedRollouts.stop(inProject(caller), id, reason);
        if (stopped !== null) return shown(stopped);
        throw validationError('invalid_input', 'The rollout is over already.');
      },
    }),
  ];
}

/** The flag, and the percentage of its condition. @throws ApiError 400 for a flag whose rollout cannot be raised */
function checkedFlag(
  flag: FeatureFlag | null,
  body: GuardedRolloutCreate,
): readonly [FeatureFlag, number] {
  if (flag === null || flag.deleted) throw rejected('feature_flag_id', 'Feature flag not found');
  if (!flag.active) throw rejected('feature_flag_id', 'The flag is off: turn it on first.');
  if (hasVariants(flag)) {
    const detail =
      'The rollout of a flag with variants cannot be raised in steps. Create an experiment instead.';
    throw rejected('feature_flag_id', detail);
  }
  const percentage = percentageOf(flag, { conditionIndex: body.condition_index });
  if (percentage === null) throw rejected('condition_index', 'The flag has no such condition.');
  if (percentage >= (body.steps[0]?.percentage ?? 0)) {
    const detail = `The first step must be wider than the condition is now: ${percentage} %.`;
    throw rejected('steps', detail);
  }
  return [flag, percentage];
}

/** @throws ApiError 400 */
async function checkSubscribers(
  { users }: Pick<Deps, 'users'>,
  project: Project,
  ids: readonly number[],
): Promise<void> {
  const stranger = await foreignUser(users, project, ids);
  if (stranger === undefined) return;
  throw rejected('subscribed_users', `User ${stranger} does not belong to the organization.`);
}

function rejected(attr: string, detail: string): Error {
  return validationError('invalid_input', detail, attr);
}

function rolloutBody(
  rollout: GuardedRollout,
  checks: readonly RolloutCheck[],
  people: ReadonlyMap<number, User>,
): GuardedRolloutBody {
  const creator = people.get(rollout.createdById ?? 0);
  const isRunning = rollout.status === 'running';
  return {
    id: rollout.id,
    feature_flag_id: rollout.featureFlagId,
    condition_index: rollout.conditionIndex,
    steps: [...rollout.steps],
    metric: { ...rollout.metric },
    alpha: rollout.alpha,
    minimum_units: rollout.minimumUnits,
    check_interval_minutes: rollout.checkIntervalMinutes,
    subscribed_users: [...rollout.subscribedUsers],
    status: rollout.status,
    initial_percentage: rollout.initialPercentage,
    current_step: rollout.currentStep < 0 ? null : rollout.currentStep,
    current_percentage:
      rollout.status === 'rolled_back' ? rollout.initialPercentage : presentPercentage(rollout),
    step_started_at: wireTimeOrNull(rollout.stepStartedAt),
    next_check_at: isRunning ? wireTime(rollout.nextCheckAt) : null,
    ended_at: wireTimeOrNull(rollout.endedAt),
    reason: rollout.reason,
    checks: checks.map((check) => checkBody(rollout, check)),
    created_by: creator === undefined ? null : userBasicBody(creator),
    created_at: wireTime(rollout.createdAt),
  };
}

function checkBody(
  { steps, initialPercentage }: GuardedRollout,
  { checkedAt, step, action, reason, numbers }: RolloutCheck,
): GuardedRolloutBody['checks'][number] {
  return {
    checked_at: wireTime(checkedAt),
    step,
    percentage: steps[step]?.percentage ?? initialPercentage,
    action,
    reason,
    exposed: numbers.exposed,
    control: numbers.control,
    difference: numbers.difference,
    confidence_interval: numbers.interval === null ? null : [...numbers.interval],
    p_value: numbers.pValue,
  };
}
