export type { ActionInput } from './action-input';
export { matchesSteps } from './matches-steps';
export type { MatchableStep } from './matches-steps';
export { parseSelector } from './parse-selector';
export type { ParsedSelector } from './parse-selector';
export type { AttributeTest, Compound, Selector, SimpleCompound } from './selector';
