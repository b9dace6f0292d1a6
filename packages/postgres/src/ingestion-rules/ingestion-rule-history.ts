import type { History } from '../activity-log/history';
import type { StoredRule } from './ingestion-rule';
import { INGESTION_RULE_FIELDS } from './ingestion-rule';

/** How ingestion rules are logged; each entry contains the new version. */
export const INGESTION_RULE_HISTORY: History<StoredRule> = {
  scope: 'IngestionRule',
  nameOf: (rule) => rule.name,
  wireFields: (rule) => ({ ...INGESTION_RULE_FIELDS.toWire(rule), version: rule.version }),
};
