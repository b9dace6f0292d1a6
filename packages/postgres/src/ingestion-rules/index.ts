export { INGESTION_RULE_FIELDS } from './ingestion-rule';
export type { StoredRule } from './ingestion-rule';
export { createIngestionRuleRepository, readEnabledRules } from './ingestion-rule-repository';
export type { IngestionRuleRepository } from './ingestion-rule-repository';
