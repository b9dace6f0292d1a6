/** The approval policy for changes of flags: the fields that the console edits. */
export interface ApprovalPolicy {
  readonly id: string;
  readonly action_key: string;
  readonly conditions: {
    readonly type?: string;
    readonly rollout_above?: number;
    readonly tags?: readonly string[];
  };
  readonly approver_config: {
    readonly quorum: number;
    readonly users: readonly number[];
    readonly membership_levels: readonly number[];
  };
  readonly bypass_org_membership_levels: readonly number[];
  readonly enabled: boolean;
}

/** The fields of the form. */
export interface PolicyDraft {
  readonly enabled: boolean;
  /** A percentage; empty for no limit. */
  readonly above: string;
  readonly tags: readonly string[];
  /** Who may approve: everybody who may change flags, or only administrators and owners. */
  readonly approvers: 'everybody' | 'administrators';
  readonly administratorsPass: boolean;
}

/** The action of the console's policy: any change of a flag. */
export const ANY_ACTION = 'feature_flag.any';
const ADMINISTRATORS = [8, 15];

export function draftOf(policy: ApprovalPolicy | undefined): PolicyDraft {
  const above = policy?.conditions.rollout_above;
  return {
    enabled: policy?.enabled ?? false,
    above: above === undefined ? '' : String(above),
    tags: policy?.conditions.tags ?? [],
    approvers:
      (policy?.approver_config.membership_levels.length ?? 0) > 0 ? 'administrators' : 'everybody',
    administratorsPass: (policy?.bypass_org_membership_levels.length ?? 0) > 0,
  };
}

/** The body of a request that saves the draft. Fields that the form does not show are kept. */
export function bodyOf(draft: PolicyDraft, policy: ApprovalPolicy | undefined): object {
  const { above, tags } = draft;
  const hasConditions = above !== '' || tags.length > 0;
  return {
    action_key: ANY_ACTION,
    enabled: draft.enabled,
    conditions: hasConditions
      ? {
          type: 'flag',
          ...(above !== '' && { rollout_above: Number(above) }),
          ...(tags.length > 0 && { tags }),
        }
      : {},
    approver_config: {
      quorum: policy?.approver_config.quorum ?? 1,
      users: policy?.approver_config.users ?? [],
      membership_levels: draft.approvers === 'administrators' ? ADMINISTRATORS : [],
    },
    bypass_org_membership_levels: draft.administratorsPass ? ADMINISTRATORS : [],
  };
}
