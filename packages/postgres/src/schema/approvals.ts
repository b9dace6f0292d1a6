import type { ApproverConfig, PolicyConditions } from '@tidemark/contracts';
import type { ColumnType, Generated } from 'kysely';
import type { CreatedAt, Json, NullableJson, Timestamp } from './columns';

export interface ApprovalPolicyTable {
  id: Generated<string>;
  project_id: number;
  action_key: string;
  conditions: Json<PolicyConditions>;
  approver_config: ColumnType<ApproverConfig, string, string>;
  bypass_levels: Generated<number[]>;
  expires_after_seconds: Generated<number>;
  enabled: Generated<boolean>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

type Document = ColumnType<Record<string, unknown>, string, string>;

export interface ChangeRequestTable {
  id: Generated<string>;
  project_id: number;
  action_key: string;
  flag_id: number | null;
  flag_key: string;
  flag_version: number | null;
  fields: Document;
  intent: Document;
  intent_display: Document;
  policy_snapshot: Document;
  state: Generated<string>;
  validation_status: Generated<string>;
  validated_at: Timestamp | null;
  reason: Generated<string>;
  created_by_id: number | null;
  applied_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  expires_at: Timestamp;
  applied_at: Timestamp | null;
  apply_error: Generated<string>;
  result_data: NullableJson;
}

export interface ChangeRequestNoteTable {
  id: Generated<string>;
  project_id: number;
  change_request_id: string;
  kind: string;
  reason: Generated<string>;
  created_by_id: number | null;
  created_at: CreatedAt;
}

/** The tables of approval policies and change requests. */
export interface ApprovalsTables {
  approval_policies: ApprovalPolicyTable;
  change_requests: ChangeRequestTable;
  change_request_notes: ChangeRequestNoteTable;
}
