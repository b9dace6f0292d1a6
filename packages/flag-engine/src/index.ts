export { isStored } from './compile/cohorts/compile-cohorts';
export { cohortsOfFlag, localCohorts } from './local-evaluation/local-cohorts';
export type { BrokenFlag, CompiledFlag, CompiledFlags } from './compiled/flag';
export { compileFlags } from './compile/compile-flags';
export type { CohortDefinition, DefinedFlag, FlagDefinition } from './definitions/definition';
export type { EvaluationContext, RequestFacts } from './subject/context';
export { evaluateFlags } from './evaluate/evaluate-flags';
export { hasNoHashKeys, isDecidedByRequest, narrowFlags } from './evaluate/decided-by-request';
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
  type DefinitionsDocument,
} from './local-evaluation/definitions-document';
export { withoutCohorts } from './local-evaluation/expand-cohorts';
export { unmatchableFilter, type UnmatchableFilter } from './operators/unmatchable';
export { GEOIP_KEYS } from './subject/geoip-keys';
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
export {
  toCohortDefinition,
  toDefinition,
  type StoredCohort,
  type StoredFlag,
} from './definitions/stored';
export { flagValue, type FlagDetails, type FlagValue } from './wire/flag-details';
export { shapeEvaluation, type FlagsBody } from './wire/shape';
