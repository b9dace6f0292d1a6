import type { ApprovalPolicyBody, ApprovalPolicyWrite } from '@tidemark/contracts';
import {
  approvalPolicyCreateSchema,
  approvalPolicySchema,
  approvalPolicyUpdateSchema,
  durationText,
  pageOf,
} from '@tidemark/contracts';
import { permissionDenied, validationError } from '@tidemark/platform';
import type {
  ApprovalPolicy,
  ApprovalPolicyFields,
  ApprovalPolicyRepository,
  User,
  UserRepository,
} from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectCaller } from '../auth/access';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { normaliseTags } from '../tags';
import { defaultPage, pageBody } from '../page-query';
import { flagParameter, pageParameters, parameter } from '../query-parameters';
import { found, peopleOf } from '../resource';
import { destroyRoute, updateRoutes } from '../resource-routes';
import { foreignUser } from '../users/foreign-user';
import { userBasicBody } from '../users/user-body';
import { isUuid } from '../uuid';
import { wireTime } from '../wire-time';

const LIST = '/approval_policies/';
const DETAIL = '/approval_policies/:id/';
const READ = { scope: 'feature_flag:read' } as const;
const WRITE = { scope: 'feature_flag:write' } as const;
/** The lowest level in the organization that may change policies: administrator. */
const MIN_LEVEL = 8;
const params = z.object({ id: z.string().refine(isUuid) });
const listQuery = z.object({
  ...pageParameters,
  action_key: parameter('Only the policy of this action.'),
  enabled: parameter('`true` or `false`.'),
});

/** Which changes of flags need another person (`docs/wire/flags-management.md#approvals`). */
export function createApprovalPolicyRoutes(deps: {
  readonly approvalPolicies: ApprovalPolicyRepository;
  readonly users: UserRepository;
}): readonly ProjectRoute[] {
  const { approvalPolicies: policies, users } = deps;
  const creatorOf = ({ createdById }: ApprovalPolicy) => [createdById];
  const shown = async (policy: ApprovalPolicy) =>
    policyBody(policy, await peopleOf(users, [policy], creatorOf));

  const fieldsOf = async ({ project }: ProjectCaller, body: ApprovalPolicyWrite) => {
    const stranger = await foreignUser(users, project, body.approver_config?.users ?? []);
    if (stranger === undefined) {
      checkQuorum(body.approver_config);
      return toPolicyFields(body);
    }
    const detail = `User ${stranger} does not belong to the organization.`;
    throw validationError('does_not_exist', detail, 'approver_config');
  };

  return [
    projectRoute({
      name: 'approval_policies_list',
      summary: 'List the policies for approvals',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(approvalPolicySchema),
      async handle({ caller: { project }, url, query }) {
        const request = defaultPage(url);
        const enabled = flagParameter(query.enabled ?? null);
        const page = await policies.list(project.id, {
          page: request,
          ...(query.action_key !== undefined && { actionKey: query.action_key }),
          ...(enabled !== undefined && { enabled }),
        });
        const people = await peopleOf(users, page.rows, creatorOf);
        return pageBody(url, request, page, (policy) => policyBody(policy, people));
      },
    }),
    projectRoute({
      name: 'approval_policies_create',
      summary: 'Create a policy for approvals',
      method: 'POST',
      path: LIST,
      access: WRITE,
      rejections: [403],
      status: 201,
      body: approvalPolicyCreateSchema,
      response: approvalPolicySchema,
      async handle({ caller, body }) {
        requireAdministrator(caller);
        const fields = await fieldsOf(caller, body);
        return shown(
          untaken(
            await policies.create(inProject(caller), {
              ...fields,
              actionKey: body.action_key,
              approvers: body.approver_config,
            }),
          ),
        );
      },
    }),
    projectRoute({
      name: 'approval_policies_retrieve',
      summary: 'Read a policy for approvals',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: approvalPolicySchema,
      handle: async ({ caller: { project }, params: { id } }) =>
        shown(found(await policies.findById(project.id, id))),
    }),
    ...updateRoutes('approval_policies', {
      summary: 'Change fields of a policy for approvals',
      path: DETAIL,
      access: WRITE,
      rejections: [403],
      params,
      body: approvalPolicyUpdateSchema,
      response: approvalPolicySchema,
      async handle({ caller, params: { id }, body }) {
        requireAdministrator(caller);
        const fields = await fieldsOf(caller, body);
        return shown(found(untaken(await policies.update(inProject(caller), id, fields))));
      },
    }),
    destroyRoute('approval_policies', {
      summary: 'Delete a policy for approvals',
      path: DETAIL,
      access: WRITE,
      params,
      remove: (caller, { id }) => {
        requireAdministrator(caller);
        return policies.delete(inProject(caller), id);
      },
    }),
  ];
}

/** @throws ApiError 403 */
function requireAdministrator({ user }: ProjectCaller): void {
  if (user.organizationLevel >= MIN_LEVEL) return;
  throw permissionDenied('Only administrators of the organization can change approval policies.');
}

/**
 * If users are the only approvers, they must be as many as the quorum; otherwise nothing could ever be approved.
 *
 * @throws ApiError 400
 */
function checkQuorum(approvers: ApprovalPolicyWrite['approver_config']): void {
  if (approvers === undefined) return;
  const users = new Set(approvers.users).size;
  const isOfUsers = users > 0 && approvers.membership_levels.length === 0;
  if (!isOfUsers || users >= approvers.quorum) return;
  const named = users === 1 ? '1 user is' : `${users} users are`;
  const detail = `The quorum is ${approvers.quorum}, but only ${named} named, so that no change could be approved.`;
  throw validationError('invalid_input', detail, 'approver_config');
}

/** @throws ApiError 400 */
function untaken<T>(saved: T | 'taken'): T {
  if (saved !== 'taken') return saved;
  throw validationError(
    'unique',
    'A policy for this action already exists. You can edit the existing policy instead.',
    'action_key',
  );
}

/** The fields a body names; what it leaves out stays out. */
function toPolicyFields(body: ApprovalPolicyWrite): Partial<ApprovalPolicyFields> {
  return {
    ...(body.action_key !== undefined && { actionKey: body.action_key }),
    ...(body.conditions !== undefined && { conditions: withNormalTags(body.conditions) }),
    ...(body.approver_config !== undefined && { approvers: body.approver_config }),
    ...(body.bypass_org_membership_levels !== undefined && {
      bypassLevels: [...new Set(body.bypass_org_membership_levels)],
    }),
    ...(body.expires_after !== undefined && { expiresAfterSeconds: body.expires_after }),
    ...(body.enabled !== undefined && { enabled: body.enabled }),
  };
}

/** Tags as flags store them. */
function withNormalTags(
  conditions: ApprovalPolicyFields['conditions'],
): ApprovalPolicyFields['conditions'] {
  if (!('type' in conditions) || conditions.type !== 'flag' || conditions.tags === undefined) {
    return conditions;
  }
  return { ...conditions, tags: normaliseTags(conditions.tags) };
}

function policyBody(policy: ApprovalPolicy, people: ReadonlyMap<number, User>): ApprovalPolicyBody {
  const creator = people.get(policy.createdById ?? 0);
  return {
    id: policy.id,
    action_key: policy.actionKey,
    conditions: { ...policy.conditions },
    approver_config: {
      quorum: policy.approvers.quorum,
      users: [...policy.approvers.users],
      membership_levels: [...policy.approvers.membership_levels],
      roles: [],
    },
    allow_self_approve: false,
    bypass_org_membership_levels: [...policy.bypassLevels],
    bypass_roles: [],
    expires_after: durationText(policy.expiresAfterSeconds),
    enabled: policy.enabled,
    created_by: creator === undefined ? null : userBasicBody(creator),
    created_at: wireTime(policy.createdAt),
    updated_at: wireTime(policy.updatedAt),
  };
}
