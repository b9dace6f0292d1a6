import type { RuleKind } from '@tidemark/contracts';
import type { IngestionRuleTable } from '../schema';
import { fieldTable, json, named, own } from '../field-table';
import type { Settable } from '../field-table';

/** A rule that is applied to events of a project before they are stored. */
export interface StoredRule {
  /** UUID. */
  readonly id: string;
  readonly name: string;
  readonly enabled: boolean;
  readonly kind: RuleKind;
  readonly conditions: readonly unknown[];
  readonly config: Readonly<Record<string, unknown>>;
  /** The position in the order of rules. */
  readonly position: number;
  /** The number of changes of this rule. */
  readonly version: number;
  readonly createdById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

/** The stored fields of a rule. */
export const INGESTION_RULE_FIELDS = fieldTable<StoredRule, IngestionRuleTable>()({
  id: own('id'),
  name: 'name',
  enabled: 'enabled',
  kind: 'kind',
  conditions: json('conditions'),
  config: json('config'),
  position: named('position', 'order'),
  version: own('version'),
  createdById: own('created_by_id'),
  createdAt: own('created_at'),
  updatedAt: own('updated_at'),
});

export const { fromRow: toStoredRule } = INGESTION_RULE_FIELDS;

/** The fields that clients may set. */
export type StoredRuleFields = Settable<typeof INGESTION_RULE_FIELDS>;
