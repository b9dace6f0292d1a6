import type { History } from '../activity-log/history';
import type { StoredRule } from './ingestion-rule';
import { INGESTION_RULE_FIELDS } from './ingestion-rule';

/** Ingestion rules; each entry names the version that it made. */
export const INGESTION_RULE_HISTORY: History<StoredRule> = {
  scope: 'IngestionRule',
  nameOf: (rule) => rule.name,
  wireFields: (rule) => ({ ...INGESTION_RULE_FIELDS.toWire(rule), version: rule.version }),
};
