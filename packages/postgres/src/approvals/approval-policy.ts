import type { ApproverConfig, PolicyConditions } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { History } from '../activity-log/history';
import type { ApprovalPolicyTable } from '../schema';

/** Which changes of flags need the approval of another user, and who may approve. */
export interface ApprovalPolicy {
  readonly id: string;
  readonly projectId: number;
  readonly actionKey: string;
  readonly conditions: PolicyConditions;
  readonly approvers: ApproverConfig;
  /** Members with these levels need no approval. */
  readonly bypassLevels: readonly number[];
  readonly expiresAfterSeconds: number;
  readonly enabled: boolean;
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The fields that clients may set. */
export type ApprovalPolicyFields = Pick<
  ApprovalPolicy,
  'actionKey' | 'conditions' | 'approvers' | 'bypassLevels' | 'expiresAfterSeconds' | 'enabled'
>;

export const APPROVAL_POLICY_HISTORY: History<ApprovalPolicy> = {
  scope: 'ApprovalPolicy',
  nameOf: (policy) => policy.actionKey,
  wireFields: (policy) => ({
    action_key: policy.actionKey,
    conditions: policy.conditions,
    approver_config: policy.approvers,
    bypass_org_membership_levels: policy.bypassLevels,
    expires_after_seconds: policy.expiresAfterSeconds,
    enabled: policy.enabled,
  }),
};

export function toApprovalPolicy(row: Selectable<ApprovalPolicyTable>): ApprovalPolicy {
  return {
    id: row.id,
    projectId: row.project_id,
    actionKey: row.action_key,
    conditions: row.conditions,
    approvers: row.approver_config,
    bypassLevels: row.bypass_levels,
    expiresAfterSeconds: row.expires_after_seconds,
    enabled: row.enabled,
    createdById: row.created_by_id,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}
