import {
  changeCommentSchema,
  changeDecisionSchema,
  changeRequestSchema,
  changeRequestUpdateSchema,
  decisionBodySchema,
  pageOf,
} from '@tidemark/contracts';
import { ApiError, notFound, permissionDenied, validationError } from '@tidemark/platform';
import type {
  ChangeRequest,
  ChangeRequestRepository,
  CohortRepository,
  Decision,
  EarlyAccessRepository,
  UserRepository,
} from '@tidemark/postgres';
import { quorumOf } from '@tidemark/postgres';
import { z } from 'zod';
import { inProject } from '../activity-log/author';
import type { ProjectCaller } from '../auth/access';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { AnnounceChange } from '../definitions';
import { readFlagId } from '../feature-flags/flag-ids';
import { defaultPage, pageBody } from '../page-query';
import { listItems, pageParameters, parameter } from '../query-parameters';
import { found, peopleOf } from '../resource';
import { isUuid } from '../uuid';
import { changeRequestBody, peopleOfRequest } from './change-request-body';
import { checkApproved } from './check-approved';

const LIST = '/change_requests/';
const DETAIL = '/change_requests/:id/';
const READ = { scope: 'feature_flag:read' } as const;
const WRITE = { scope: 'feature_flag:write' } as const;
const params = z.object({ id: z.string().refine(isUuid) });
const listQuery = z.object({
  ...pageParameters,
  state: parameter('States, separated by commas: `pending`, `applied`, `rejected` and so on.'),
  action_key: parameter('Only changes of this action.'),
  action_type: parameter('The same as `action_key`.'),
  requester: parameter('Only changes of the user with this id.'),
  resource_type: parameter('Only `feature_flag` has change requests.'),
  resource_id: parameter('Only changes of the flag with this id.'),
});

interface ChangeRequestDeps {
  readonly changeRequests: ChangeRequestRepository;
  readonly cohorts: Pick<CohortRepository, 'listLive'>;
  readonly features: Pick<EarlyAccessRepository, 'listOfFlags'>;
  readonly users: UserRepository;
  readonly announceChange: AnnounceChange;
  readonly now: () => Date;
}

/** Changes of flags that wait for another person (`docs/wire/flags-management.md#approvals`). */
export function createChangeRequestRoutes(deps: ChangeRequestDeps): readonly ProjectRoute[] {
  const { changeRequests: requests, users, now } = deps;

  const bodies = async ({ user }: ProjectCaller, shown: readonly ChangeRequest[]) => {
    const people = await peopleOf(users, shown, peopleOfRequest);
    const at = now();
    return (request: ChangeRequest) => changeRequestBody(request, people, user, at);
  };
  const body = async (caller: ProjectCaller, request: ChangeRequest) =>
    (await bodies(caller, [request]))(request);

  return [
    projectRoute({
      name: 'change_requests_list',
      summary: 'List change requests',
      method: 'GET',
      path: LIST,
      access: READ,
      query: listQuery,
      response: pageOf(changeRequestSchema),
      async handle({ caller, url, query }) {
        const request = defaultPage(url);
        const states = query.state === undefined ? undefined : listItems(query.state);
        const actionKey = query.action_type ?? query.action_key;
        const isOther = (query.resource_type ?? 'feature_flag') !== 'feature_flag';
        // No flag and no user has the id 0.
        const idOf = (text: string) => readFlagId(text) ?? 0;
        const page = await requests.list(caller.project.id, {
          page: request,
          now: now(),
          ...(states !== undefined && { states }),
          ...(actionKey !== undefined && { actionKey }),
          ...(query.requester !== undefined && { createdById: idOf(query.requester) }),
          ...(query.resource_id !== undefined && { flagId: idOf(query.resource_id) }),
          ...(isOther && { flagId: 0 }),
        });
        return pageBody(url, request, page, await bodies(caller, page.rows));
      },
    }),
    projectRoute({
      name: 'change_requests_retrieve',
      summary: 'Read a change request',
      method: 'GET',
      path: DETAIL,
      access: READ,
      params,
      response: changeRequestSchema,
      handle: async ({ caller, params: { id } }) =>
        body(caller, found(await requests.findById(caller.project.id, id))),
    }),
    projectRoute({
      name: 'change_requests_partial_update',
      summary: 'Change the reason of your own change request',
      method: 'PATCH',
      path: DETAIL,
      access: WRITE,
      params,
      body: changeRequestUpdateSchema,
      response: changeRequestSchema,
      async handle({ caller, params: { id }, body: { reason } }) {
        const decision = await requests.setReason(inProject(caller), id, reason, now());
        return body(caller, recorded(decision, 'changed'));
      },
    }),
    projectRoute({
      name: 'change_requests_comments_create',
      summary: 'Comment on a change request',
      method: 'POST',
      path: `${DETAIL}comments/`,
      access: WRITE,
      params,
      body: changeCommentSchema,
      response: changeRequestSchema,
      async handle({ caller, params: { id }, body: { content } }) {
        const decision = await requests.comment(inProject(caller), id, content);
        return body(caller, recorded(decision, 'commented'));
      },
    }),
    ...createDecisionRoutes(deps, body),
  ];
}

function createDecisionRoutes(
  deps: ChangeRequestDeps,
  body: (
    caller: ProjectCaller,
    request: ChangeRequest,
  ) => Promise<ReturnType<typeof changeRequestBody>>,
): readonly ProjectRoute[] {
  const { changeRequests: requests, now } = deps;

  const approve = async (caller: ProjectCaller, id: string, reason: string): Promise<Decision> => {
    const { project } = caller;
    const pending = found(await requests.findById(project.id, id));
    const cohortIds = new Set((await deps.cohorts.listLive(project.id)).map((one) => one.id));
    const flagIds = pending.flagId === null ? [] : [pending.flagId];
    const [feature = null] = await deps.features.listOfFlags(project.id, flagIds);
    const decision = await requests.approve(inProject(caller), id, reason, now(), (...change) =>
      checkApproved(...change, { cohortIds, feature }),
    );
    const isApplied = decision.outcome === 'recorded' && decision.flag !== null;
    if (isApplied) await deps.announceChange(project.id, 'feature_flags');
    return decision;
  };

  const decisionRoute = (
    verb: 'approve' | 'reject' | 'cancel',
    { summary, done, decide }: DecisionRoute,
  ) =>
    projectRoute({
      name: `change_requests_${verb}_create`,
      summary,
      method: 'POST',
      path: `${DETAIL}${verb}/`,
      access: WRITE,
      rejections: [403],
      params,
      body: decisionBodySchema,
      response: changeDecisionSchema,
      async handle({ caller, params: { id }, body: { reason = '' } }) {
        const request = recorded(await decide(caller, id, reason), done);
        return {
          ...outcomeOf(verb, request),
          change_request: await body(caller, request),
          ...(request.resultData !== null && { result: { ...request.resultData } }),
        };
      },
    });

  return [
    decisionRoute('approve', {
      summary: 'Approve a change request. The last required approval applies the change',
      done: 'approved',
      decide: approve,
    }),
    decisionRoute('reject', {
      summary: 'Reject a change',
      done: 'rejected',
      decide: (caller, id, reason) => {
        if (reason === '') {
          throw validationError('required', 'A reason is required for rejection.', 'reason');
        }
        return requests.reject(inProject(caller), id, reason, now());
      },
    }),
    decisionRoute('cancel', {
      summary: 'Withdraw your own change request',
      done: 'canceled',
      decide: (caller, id, reason) =>
        requests.cancel(inProject(caller), id, reason || 'Canceled by requester', now()),
    }),
  ];
}

interface DecisionRoute {
  readonly summary: string;
  /** The end of "This change request can no longer be …". */
  readonly done: string;
  readonly decide: (caller: ProjectCaller, id: string, reason: string) => Promise<Decision>;
}

/** @throws ApiError 400, 403, 404 */
function recorded(decision: Decision, done: string): ChangeRequest {
  switch (decision.outcome) {
    case 'recorded':
      return decision.request;
    case 'not_found':
      throw notFound();
    case 'not_allowed':
      throw permissionDenied(
        done === 'approved' || done === 'rejected'
          ? 'You cannot decide about this change request: its author never may, and its policies name who may.'
          : 'Only its author may do this with a change request.',
      );
    case 'not_pending':
      throw invalidState(`This change request can no longer be ${done}.`);
    case 'decided_before':
      throw invalidState('You have already voted on this change request.');
  }
}

function invalidState(detail: string): ApiError {
  return new ApiError(400, 'invalid_request', 'invalid_state', detail);
}

function outcomeOf(
  verb: 'approve' | 'reject' | 'cancel',
  request: ChangeRequest,
): {
  readonly status: 'approved' | 'applied' | 'failed' | 'rejected' | 'canceled';
  readonly message: string;
} {
  if (verb === 'cancel') return { status: 'canceled', message: 'Change request canceled.' };
  if (verb === 'reject') return { status: 'rejected', message: 'Change request rejected.' };
  const quorum = quorumOf(request);
  const count = request.notes.filter(({ kind }) => kind === 'approved').length;
  switch (request.state) {
    case 'applied':
      return { status: 'applied', message: 'Quorum reached. Change applied successfully.' };
    case 'failed':
      return {
        status: 'failed',
        message: `Quorum reached but application failed: ${request.applyError}`,
      };
    default:
      return {
        status: 'approved',
        message: `Approval recorded. ${count}/${quorum} approvals received.`,
      };
  }
}
