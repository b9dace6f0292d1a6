import { z } from 'zod';
import { optionalText, trimmedText } from '../../shared/wire-fields';
import { errorBodySchema } from '../../shared/error-body';
import { userBasicSchema } from '../users';

export const changeRequestStates = ['pending', 'applied', 'rejected', 'expired', 'failed'] as const;

export type ChangeRequestState = (typeof changeRequestStates)[number];

const documentSchema = z.record(z.string(), z.unknown());

/** One decision, or one comment (Tidemark only). */
const noteSchema = z.object({
  id: z.string(),
  created_by: userBasicSchema.nullable(),
  reason: z.string(),
  created_at: z.string(),
});

/** A change that needs or needed the approval of another user. */
export const changeRequestSchema = z.object({
  id: z.string(),
  action_key: z.string(),
  action_version: z.int(),
  resource_type: z.literal('feature_flag'),
  /** The id of the flag; null for a flag that is to be created. */
  resource_id: z.string().nullable(),
  /** The key of the flag. Tidemark only. */
  resource_key: z.string(),
  intent: documentSchema,
  intent_display: z.object({
    description: z.string(),
    before: documentSchema,
    after: documentSchema,
  }),
  policy_snapshot: documentSchema,
  /** `stale`: the flag has changed since the request, so that the change cannot be applied. */
  validation_status: z.enum(['valid', 'invalid', 'expired', 'stale']),
  validation_errors: documentSchema.nullable(),
  validated_at: z.string().nullable(),
  state: z.enum(changeRequestStates),
  /** The reason that the author gave. Tidemark only. */
  reason: z.string(),
  created_by: userBasicSchema.nullable(),
  applied_by: userBasicSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
  expires_at: z.string(),
  applied_at: z.string().nullable(),
  apply_error: z.string(),
  result_data: documentSchema.nullable(),
  approvals: z.array(noteSchema.extend({ decision: z.enum(['approved', 'rejected']) })),
  /** Tidemark only. */
  comments: z.array(noteSchema),
  can_approve: z.boolean(),
  can_cancel: z.boolean(),
  is_requester: z.boolean(),
  user_decision: z.string().nullable(),
});

export type ChangeRequestBody = z.input<typeof changeRequestSchema>;

/** The response to a decision about a change request. */
export const changeDecisionSchema = z.object({
  /** `approved`: the decision was stored, but more approvals are needed. */
  status: z.enum(['approved', 'applied', 'failed', 'rejected', 'canceled']),
  message: z.string(),
  change_request: changeRequestSchema,
  result: documentSchema.optional(),
});

export const decisionBodySchema = z.object({ reason: optionalText(2_000).optional() });
export const changeRequestUpdateSchema = z.object({ reason: optionalText(2_000) });
export const changeCommentSchema = z.object({ content: trimmedText(2_000) });

/** The response to a change that needs an approval: an error with additional fields as in PostHog. */
export const approvalRequiredSchema = errorBodySchema.extend({
  code: z.enum(['approval_required', 'change_request_pending']),
  status: z.literal('approval_required'),
  message: z.string(),
  error: z.string(),
  resource_type: z.literal('feature_flag'),
  resource_id: z.string().nullable(),
  change_request_id: z.string(),
  required_approvers: documentSchema,
});
