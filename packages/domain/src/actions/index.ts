export { compileSteps, matchesSteps } from './matches-steps';
export type { MatchableStep, StepsTest } from './matches-steps';
export type { ActionInput } from './action-input';
export { comparesEntries } from './exception-lists';
export { negatedOperator } from './negative-operators';
export { escapeLike } from './text-matching';
export { parseSelector } from './parse-selector';
export type { ParsedSelector } from './parse-selector';
export type { AttributeTest, Compound, Selector, SimpleCompound } from './selector';
