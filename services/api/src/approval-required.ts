import { ApiError } from '@tidemark/platform';
import type { ChangeRequest, ChangeRequestRepository, GatedChange } from '@tidemark/postgres';
import { ApprovalRequiredError } from '@tidemark/postgres';
import type { ProjectRoute } from './auth/routes';

/** Stores a change that needs an approval, and returns the error for the client. */
export type ProposeChange = (change: GatedChange) => Promise<ApiError>;

/** 409 for a change that was not made but proposed, with PostHog's fields beside those of every error. */
class ApprovalRequiredResponse extends ApiError {
  constructor(
    readonly request: ChangeRequest,
    isNew: boolean,
  ) {
    super(
      409,
      'invalid_request',
      isNew ? 'approval_required' : 'change_request_pending',
      isNew
        ? `The change needs an approval: change request ${request.id} was created.`
        : `A change request for this action is pending already: ${request.id}. This change was not stored.`,
    );
  }

  override toBody() {
    const { request } = this;
    return {
      ...super.toBody(),
      status: 'approval_required',
      message: this.detail,
      error: this.detail,
      resource_type: 'feature_flag',
      resource_id: request.flagId === null ? null : String(request.flagId),
      change_request_id: request.id,
      required_approvers: { policies: request.policies },
    };
  }
}

/** The id of the change request that a change became; null for every other error. */
export function changeRequestOf(error: ApiError): string | null {
  return error instanceof ApprovalRequiredResponse ? error.request.id : null;
}

export function createProposer(
  requests: Pick<ChangeRequestRepository, 'propose'>,
  now: () => Date,
): ProposeChange {
  return async (change) => {
    const { request, isNew } = await requests.propose(change, now());
    return new ApprovalRequiredResponse(request, isNew);
  };
}

/** The resources whose routes can change flags. */
const FLAG_WRITERS = [
  'feature_flag:write',
  'experiment:write',
  'early_access_feature:write',
  'survey:write',
] as const;

/**
 * The routes with the same response to each change of a flag that needs an approval: it becomes a change request, and
 * the response is a 409 that names it. The change itself is stopped where flags are written, so no route can leave it
 * out.
 */
export function withProposals(
  routes: readonly ProjectRoute[],
  propose: ProposeChange,
): readonly ProjectRoute[] {
  return routes.map((route) => ({
    ...route,
    described: { ...route.described, rejections: rejectionsOf(route) },
    run: (request, caller) =>
      route.run(request, caller).catch(async (error: unknown) => {
        throw error instanceof ApprovalRequiredError ? await propose(error.change) : error;
      }),
  }));
}

function rejectionsOf({ method, access, described }: ProjectRoute): readonly number[] {
  const writes = method !== 'GET' && FLAG_WRITERS.some((scope) => scope === access.scope);
  return writes ? [...new Set([...described.rejections, 409])] : described.rejections;
}
