import type { RuleKind } from '@tidemark/contracts';
import type { Generated } from 'kysely';
import type { CreatedAt, Json } from './columns';

export interface IngestionRuleTable {
  id: Generated<string>;
  project_id: number;
  name: string;
  enabled: boolean;
  kind: RuleKind;
  conditions: Json<unknown[]>;
  config: Json<Record<string, unknown>>;
  position: number;
  version: Generated<number>;
  created_by_id: number | null;
  created_at: CreatedAt;
  updated_at: CreatedAt;
}

/** The table of ingestion rules. */
export interface IngestionRulesTables {
  ingestion_rules: IngestionRuleTable;
}
