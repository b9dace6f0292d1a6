import type { ScheduledChangeBody } from '@tidemark/contracts';
import {
  idParameter,
  pageOf,
  scheduledChangeCreateSchema,
  scheduledChangeSchema,
  scheduledChangeUpdateSchema,
} from '@tidemark/contracts';
import { validationError } from '@tidemark/platform';
import type {
  FeatureFlag,
  FeatureFlagRepository,
  ScheduledChange,
  ScheduledChangeRepository,
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
import { destroyRoute, updateRoutes } from '../resource-routes';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';
import { checkChange, toChangeFields } from './check-change';

const LIST = '/scheduled_changes/';
const DETAIL = '/scheduled_changes/:id/';
const READ = { scope: 'feature_flag:read' } as const;
const WRITE = { scope: 'feature_flag:write' } as const;
const MODEL = 'FeatureFlag';
const params = z.object({ id: idParameter() });
const listQuery = z.object({
  ...pageParameters,
  model_name: parameter('Only `FeatureFlag` has scheduled changes.'),
  record_id: parameter('Only changes of the flag with this id.'),
});

/** Changes of flags at set times (`docs/wire/flags-management.md#scheduled-changes`). */
export function createScheduledChangeRoutes(deps: {
  readonly scheduledChanges: ScheduledChangeRepository;
  readonly flags: Pick<FeatureFlagRepository, 'findById'>;
  readonly users: UserRepository;
}): readonly ProjectRoute[] {
  const { scheduledChanges, users } = deps;
  const creatorOf = ({ createdById }: ScheduledChange) => [createdById];
  const shown = async (change: ScheduledChange) =>
    changeBody(change, await peopleOf(users, [change], creatorOf));
  const flagOf = async (projectId: number, recordId: unknown): Promise<FeatureFlag> => {
    const id = readFlagId(recordId);
    const flag = id === null ? null : await deps.flags.findById(projectId, id);
    if (flag !== null && !flag.deleted) return flag;
    throw validationError('invalid_input', 'Feature flag not found', 'record_id');
  };

  return [
    projectRoute({
      name: 'scheduled_changes_list',
      summary: 'List scheduled changes of flags',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(scheduledChangeSchema),
      async handle({ caller: { project }, url }) {
        const request = defaultPage(url);
        const isOfFlags = (url.searchParams.get('model_name') ?? MODEL) === MODEL;
        const record = url.searchParams.get('record_id');
        // No flag has the id 0.
        const featureFlagId = isOfFlags ? (record === null ? undefined : readFlagId(record)) : 0;
        const page = await scheduledChanges.list(project.id, {
          page: request,
          ...(featureFlagId !== undefined && { featureFlagId: featureFlagId ?? 0 }),
        });
        const people = await peopleOf(users, page.rows, creatorOf);
        return pageBody(url, request, page, (row) => changeBody(row, people));
      },
    }),
    projectRoute({
      name: 'scheduled_changes_create',
      summary: 'Schedule a change of a flag',
      method: 'POST',
      path: LIST,
      access: WRITE,
      status: 201,
      body: scheduledChangeCreateSchema,
      response: scheduledChangeSchema,
      async handle({ caller, body }) {
        const flag = await flagOf(caller.project.id, body.record_id);
        const fields = {
          payload: body.payload,
          scheduledAt: body.scheduled_at,
          isRecurring: body.is_recurring ?? false,
          recurrenceInterval: body.recurrence_interval ?? null,
          cronExpression: body.cron_expression ?? null,
          endDate: body.end_date ?? null,
          timezone: caller.project.timezone,
        };
        checkChange(fields, flag, true);
        return shown(await scheduledChanges.create(inProject(caller), flag.id, fields));
      },
    }),
    projectRoute({
      name: 'scheduled_changes_retrieve',
      summary: 'Read a scheduled change of a flag',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: scheduledChangeSchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(found(await scheduledChanges.findById(project.id, id))),
    }),
    ...updateRoutes('scheduled_changes', {
      summary: 'Change, pause or resume a scheduled change that waits',
      path: DETAIL,
      access: WRITE,
      params,
      body: scheduledChangeUpdateSchema,
      response: scheduledChangeSchema,
      async handle({ caller, params: { id }, body }) {
        const current = found(await scheduledChanges.findById(caller.project.id, id));
        const { featureFlagId } = current;
        if (body.record_id !== undefined && body.record_id !== String(featureFlagId)) {
          const detail = 'Cannot change the target record of an existing scheduled change.';
          throw validationError('invalid_input', detail, 'record_id');
        }
        const fields = toChangeFields(body);
        const flag = await flagOf(caller.project.id, featureFlagId);
        checkChange({ ...current, ...fields }, flag, false);
        const changed = await scheduledChanges.update(inProject(caller), id, fields);
        if (changed !== null) return shown(changed);
        throw validationError(
          'invalid_input',
          'Cannot modify a scheduled change that has already executed.',
        );
      },
    }),
    destroyRoute('scheduled_changes', {
      summary: 'Delete a scheduled change',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => scheduledChanges.delete(inProject(caller), id),
    }),
  ];
}

function changeBody(
  change: ScheduledChange,
  people: ReadonlyMap<number, User>,
): ScheduledChangeBody {
  const creator = people.get(change.createdById ?? 0);
  return {
    id: change.id,
    team_id: change.projectId,
    record_id: String(change.featureFlagId),
    model_name: MODEL,
    payload: { ...change.payload },
    scheduled_at: wireTime(change.scheduledAt),
    executed_at: wireTimeOrNull(change.executedAt),
    failure_reason: change.failureReason,
    is_recurring: change.isRecurring,
    recurrence_interval: change.recurrenceInterval,
    cron_expression: change.cronExpression,
    last_executed_at: wireTimeOrNull(change.lastExecutedAt),
    end_date: wireTimeOrNull(change.endDate),
    timezone: change.timezone,
    created_by: creator === undefined ? null : userBasicBody(creator),
    created_at: wireTime(change.createdAt),
    updated_at: wireTime(change.updatedAt),
  };
}
