export { isStored } from './cohorts/compile-cohorts';
export { cohortsOfFlag, localCohorts } from './cohorts/local-cohorts';
export type { BrokenFlag, CompiledFlag, CompiledFlags } from './compile/compiled-flag';
export { compileFlags } from './compile/compile-flags';
export type { CohortDefinition, FlagDefinition } from './definition';
export type { EvaluationContext, RequestFacts } from './evaluate/context';
export { evaluateFlags } from './evaluate/evaluate-flags';
export { needsGeoip } from './evaluate/needs-geoip';
export { requiredData, type RequiredData } from './evaluate/required-data';
export type { Evaluation, FlagResult } from './evaluate/results';
export type {
  ConditionExplanation,
  ConditionOutcome,
  FilterExplanation,
  FlagExplanation,
} from './explain/explanation';
export { explainFlags } from './explain/explain-flags';
export { hash01 } from './hashing/hash01';
export { cutIdentifier, MAX_IDENTIFIER_SCALARS } from './hashing/identifier';
export type { JsonObject } from './json';
export {
  definitionsDocument,
  type DefinedFlag,
  type DefinitionsDocument,
} from './local-evaluation/definitions-document';
export { withoutCohorts } from './local-evaluation/expand-cohorts';
export { GEOIP_KEYS } from './properties/geoip-keys';
export type { FailureCode } from './reasons/failure';
export type { Reason } from './reasons/reason';
export { detectRuntime, type RuntimeHints } from './selection/runtime';
export { ALL_FLAGS, type FlagSelection } from './selection/selection';
export {
  toDecideV1,
  toDecideV2,
  toDecideV3,
  toDecideV4,
  toFlagsV1,
  toFlagsV2,
  type DetailsBody,
  type EnabledKeysBody,
  type EnabledValuesBody,
  type ValuesBody,
} from './wire/bodies';
export { toCohortDefinition, toDefinition, type StoredCohort, type StoredFlag } from './stored';
export { flagValue, type FlagDetails, type FlagValue } from './wire/flag-details';
export { shapeEvaluation, type FlagsBody } from './wire/shape';
