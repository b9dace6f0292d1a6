import { sql } from 'kysely';
import type { ProjectAuthor } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import { isUniqueViolation } from '../unique-violation';
import type { ApprovalPolicy, ApprovalPolicyFields } from './approval-policy';
import { APPROVAL_POLICY_HISTORY, toApprovalPolicy } from './approval-policy';

const ACTION_INDEX = 'approval_policies_action';

/** Stores approval policies. Every method takes the project id and does not find policies of other projects. */
export interface ApprovalPolicyRepository {
  /** Newest first. */
  list(
    projectId: number,
    query: { readonly actionKey?: string; readonly enabled?: boolean; readonly page: PageRequest },
  ): Promise<Page<ApprovalPolicy>>;
  findById(projectId: number, id: string): Promise<ApprovalPolicy | null>;
  /** `taken`: the project already has a policy for this action. */
  create(
    by: ProjectAuthor,
    fields: Pick<ApprovalPolicyFields, 'actionKey' | 'approvers'> & Partial<ApprovalPolicyFields>,
  ): Promise<ApprovalPolicy | 'taken'>;
  /** Null if there is no such policy. */
  update(
    by: ProjectAuthor,
    id: string,
    fields: Partial<ApprovalPolicyFields>,
  ): Promise<ApprovalPolicy | 'taken' | null>;
  /** False if there is no such policy. */
  delete(by: ProjectAuthor, id: string): Promise<boolean>;
}

export function createApprovalPolicyRepository({
  db,
  change,
}: ResourceDatabase): ApprovalPolicyRepository {
  const rows = createOwnedRows(change, {
    name: 'approval_policies',
    history: APPROVAL_POLICY_HISTORY,
    toThing: toApprovalPolicy,
  });
  return {
    list(projectId, { actionKey, enabled, page }) {
      const matches = db
        .selectFrom('approval_policies')
        .where('project_id', '=', projectId)
        .$if(actionKey !== undefined, (q) => q.where('action_key', '=', actionKey ?? ''))
        .$if(enabled !== undefined, (q) => q.where('enabled', '=', enabled ?? true));
      const ordered = matches.selectAll().orderBy('created_at', 'desc').orderBy('id');
      return readPage(matches, ordered, page, toApprovalPolicy);
    },

    findById: (projectId, id) => rows.find(db, projectId, id),

    create: (by, fields) =>
      rows
        .create(by, by.projectId, {
          ...columnsOf(fields),
          created_by_id: by.userId,
        })
        .catch(ifTaken),

    update: (by, id, fields) =>
      rows
        .update(by, by.projectId, id, { ...columnsOf(fields), updated_at: sql<Date>`now()` })
        .catch(ifTaken),

    delete: (by, id) => rows.delete(by, by.projectId, id),
  };
}

/** Returns `taken` for a violation of the unique index. @throws every other error */
function ifTaken(error: unknown): 'taken' {
  if (isUniqueViolation(error, ACTION_INDEX)) return 'taken';
  throw error;
}

function columnsOf(fields: Partial<ApprovalPolicyFields>) {
  return defined({
    action_key: fields.actionKey,
    conditions: fields.conditions && JSON.stringify(fields.conditions),
    approver_config: fields.approvers && JSON.stringify(fields.approvers),
    bypass_levels: fields.bypassLevels && [...fields.bypassLevels],
    expires_after_seconds: fields.expiresAfterSeconds,
    enabled: fields.enabled,
  });
}
