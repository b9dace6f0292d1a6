export { compileSteps, matchesSteps } from './matches-steps';
export type { MatchableStep, StepsTest } from './matches-steps';
export type { ActionInput } from './action-input';
export { parseSelector } from './parse-selector';
export type { ParsedSelector } from './parse-selector';
export type { AttributeTest, Compound, Selector, SimpleCompound } from './selector';
