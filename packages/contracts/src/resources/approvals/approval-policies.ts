import { z } from 'zod';
import { formBoolean, trimmedText } from '../../shared/wire-fields';
import { userBasicSchema } from '../users';
import { ANY_FLAG_ACTION, flagActionKeys } from './flag-actions';

const field = z.literal('rollout_percentage');
const operator = z.enum(['>', '<', '>=', '<=', '==', '!=']);
const size = z.number().min(0).max(100);
const membershipLevel = z.literal([1, 8, 15]);

/** The type `flag` is Tidemark's, the other types are PostHog's. */
const typedConditionsSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('before_after'), field, operator, value: z.number() }),
  z.object({ type: z.literal('change_amount'), field, operator, value: z.number() }),
  z.object({ type: z.literal('any_change'), field }),
  z
    .object({
      type: z.literal('flag'),
      /** The flag includes more than this percentage of users, before or after the change. */
      rollout_above: size.optional(),
      /** The flag has one of these tags, before or after the change. */
      tags: z.array(trimmedText(255)).max(50).optional(),
    })
    .refine(
      ({ rollout_above: above, tags = [] }) => above !== undefined || tags.length > 0,
      'Conditions of a flag need rollout_above or tags.',
    ),
]);

/** Not a strict object, whose error for a field would hide those of the other schema. */
const noConditionsSchema = z.record(z.string(), z.never());

/** When a policy applies; `{}` means always. */
export const policyConditionsSchema = z.union([typedConditionsSchema, noConditionsSchema], {
  error: ({ input }) => {
    const [issue] = typedConditionsSchema.safeParse(input).error?.issues ?? [];
    const place = issue?.path.map(String).join('.') ?? '';
    return `Invalid conditions: ${place === '' ? '' : `${place}: `}${issue?.message ?? ''}`;
  },
});

export type PolicyConditions = z.output<typeof policyConditionsSchema>;

/** Who may approve. Without users and levels, all users who may change flags of the project. */
export const approverConfigSchema = z.object({
  quorum: z.int().min(1).max(20).default(1),
  /** Ids of users. */
  users: z.array(z.int().min(1).max(2_147_483_647)).max(100).default([]),
  /** Levels in the organization: 1 is a member, 8 an administrator, 15 an owner. Tidemark only. */
  membership_levels: z.array(membershipLevel).max(3).default([]),
  /** Roles of PostHog, which Tidemark does not have. */
  roles: z.array(z.unknown()).max(0, 'Roles are not supported: use membership_levels.').default([]),
});

export type ApproverConfig = z.output<typeof approverConfigSchema>;

const DAY_SECONDS = 86_400;
const MAX_SECONDS = 365 * DAY_SECONDS;

/** A duration as seconds or as `[days ]hours:minutes:seconds`; the result is in seconds. */
const duration = z
  .union([z.number(), z.string()])
  .transform((value, context): number => {
    const match = /^(?:(\d{1,4}) )?(?:(\d{1,5}):)?(?:(\d{1,5}):)?(\d{1,10})$/.exec(
      String(value).trim(),
    );
    const [, days = '0', first, second, last = ''] = match ?? [];
    const [hours, minutes] = second === undefined ? ['0', first ?? '0'] : [first ?? '0', second];
    const seconds =
      Number(days) * DAY_SECONDS + Number(hours) * 3_600 + Number(minutes) * 60 + Number(last);
    if (match !== null && seconds >= 60 && seconds <= MAX_SECONDS) return seconds;
    context.addIssue({
      code: 'custom',
      message:
        'Duration has wrong format or is out of range. Use [DD] [HH:[MM:]]ss, from one minute to 365 days.',
    });
    return z.NEVER;
  })
  .meta({ wire: { type: ['string', 'number'] } });

/** A duration in PostHog's format, such as `14 00:00:00`, or `02:30:00` without days. */
export function durationText(seconds: number): string {
  const days = Math.floor(seconds / DAY_SECONDS);
  const two = (value: number) => String(Math.floor(value)).padStart(2, '0');
  const time = [(seconds % DAY_SECONDS) / 3_600, (seconds % 3_600) / 60, seconds % 60];
  return `${days > 0 ? `${days} ` : ''}${time.map(two).join(':')}`;
}

const never = (message: string) =>
  z
    .preprocess((value) => value ?? undefined, formBoolean().optional())
    .refine((value) => value !== true, message);

/** Writable fields of a PATCH; absent ones keep their value. */
export const approvalPolicyUpdateSchema = z.object({
  action_key: z.enum([...flagActionKeys, ANY_FLAG_ACTION]).optional(),
  conditions: policyConditionsSchema.optional(),
  approver_config: approverConfigSchema.optional(),
  /** The author of a change can never approve it. */
  allow_self_approve: never('Tidemark never lets the author of a change approve it.'),
  bypass_org_membership_levels: z
    .array(
      z.preprocess((level) => (typeof level === 'string' ? Number(level) : level), membershipLevel),
    )
    .max(3)
    .optional(),
  bypass_roles: z
    .array(z.unknown())
    .max(0, 'Roles are not supported: use bypass_org_membership_levels.')
    .optional(),
  expires_after: duration.optional(),
  enabled: formBoolean().optional(),
});

export type ApprovalPolicyWrite = z.output<typeof approvalPolicyUpdateSchema>;

export const approvalPolicyCreateSchema = approvalPolicyUpdateSchema.extend({
  action_key: approvalPolicyUpdateSchema.shape.action_key.unwrap(),
  approver_config: approverConfigSchema,
});

/** A policy in responses of the API. */
export const approvalPolicySchema = z.object({
  id: z.string(),
  action_key: z.string(),
  conditions: z.record(z.string(), z.unknown()),
  approver_config: z.object({
    quorum: z.int(),
    users: z.array(z.int()),
    membership_levels: z.array(z.int()),
    roles: z.array(z.unknown()),
  }),
  allow_self_approve: z.literal(false),
  bypass_org_membership_levels: z.array(z.int()),
  bypass_roles: z.array(z.string()),
  expires_after: z.string(),
  enabled: z.boolean(),
  created_by: userBasicSchema.nullable(),
  created_at: z.string(),
  updated_at: z.string(),
});

export type ApprovalPolicyBody = z.input<typeof approvalPolicySchema>;
