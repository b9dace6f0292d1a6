export { addressRange } from './address-range';
export { compileRules, needsKey } from './compile-rules';
export type { CompiledRules, IngestionRule, RuleReport } from './compile-rules';
export { projectHashKey } from './project-key';
