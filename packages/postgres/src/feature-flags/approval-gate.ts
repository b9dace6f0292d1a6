import type { ApproverConfig, FlagAction, GatedFlag } from '@tidemark/contracts';
import { flagActions, requiredPolicies } from '@tidemark/contracts';
import type { ProjectAuthor } from '../activity-log/history';
import type { Reader } from '../activity-log/unit-of-work';
import { findUser } from '../users/user-repository';
import type { FeatureFlag, FeatureFlagFields } from './feature-flag';

/** A policy that requires an approval of a change. */
interface RequiredPolicy {
  readonly id: string;
  readonly actionKey: string;
  readonly conditions: Readonly<Record<string, unknown>>;
  readonly approvers: ApproverConfig;
  readonly bypassLevels: readonly number[];
  readonly expiresAfterSeconds: number;
}

/** A change of a flag that needs the approval of another user. */
export interface GatedChange {
  readonly projectId: number;
  /** The author of the change; null for a removed user. */
  readonly userId: number | null;
  /** Null for a new flag. */
  readonly before: FeatureFlag | null;
  readonly after: FeatureFlag;
  readonly fields: Partial<FeatureFlagFields>;
  readonly action: FlagAction;
  readonly policies: readonly [RequiredPolicy, ...RequiredPolicy[]];
}

/** The change needs an approval, so nothing was written. */
export class ApprovalRequiredError extends Error {
  constructor(readonly change: GatedChange) {
    super('The change of the feature flag needs an approval.');
    this.name = 'ApprovalRequiredError';
  }
}

/**
 * Checks whether a change of a flag needs an approval. Called in the transaction of every write of a flag by a user,
 * whichever route it uses.
 * @throws ApprovalRequiredError
 */
export async function requireApproval(
  tx: Reader,
  { projectId, userId }: ProjectAuthor,
  change: Pick<GatedChange, 'before' | 'after' | 'fields'>,
): Promise<void> {
  const policies = await enabledPolicies(tx, projectId);
  if (policies.length === 0) return;
  const author = userId === null ? null : await findUser(tx, userId);
  const before = change.before === null ? null : gatedFlag(change.before);
  const after = gatedFlag(change.after);
  const level = author?.isActive === true ? author.organizationLevel : 0;
  const [first, ...others] = requiredPolicies(policies, before, after, level);
  const [action] = flagActions(before, after);
  if (first === undefined || action === undefined) return;
  throw new ApprovalRequiredError({
    ...change,
    projectId,
    userId,
    action,
    policies: [first, ...others],
  });
}

async function enabledPolicies(
  tx: Reader,
  projectId: number,
): Promise<(RequiredPolicy & Parameters<typeof requiredPolicies>[0][number])[]> {
  const rows = await tx
    .selectFrom('approval_policies')
    .selectAll()
    .where('project_id', '=', projectId)
    .where('enabled', '=', true)
    .orderBy('created_at')
    .execute();
  return rows.map((row) => ({
    id: row.id,
    actionKey: row.action_key,
    conditions: row.conditions,
    approvers: row.approver_config,
    bypassLevels: row.bypass_levels,
    expiresAfterSeconds: row.expires_after_seconds,
  }));
}

function gatedFlag(flag: FeatureFlag): GatedFlag {
  return {
    active: flag.active,
    deleted: flag.deleted,
    tags: flag.tags,
    filters: flag.filters,
    evaluation: {
      key: flag.key,
      ensure_experience_continuity: flag.ensureExperienceContinuity ?? false,
      evaluation_runtime: flag.evaluationRuntime ?? 'all',
      bucketing_identifier: flag.bucketingIdentifier ?? 'distinct_id',
      evaluation_contexts: flag.evaluationContexts,
      is_remote_configuration: flag.isRemoteConfiguration,
      has_encrypted_payloads: flag.hasEncryptedPayloads,
    },
  };
}
