export type { MatchableEvent } from './matchable-event';
export { matchesSelector } from './matches-selector';
export { matchesSteps } from './matches-steps';
export type { MatchableStep } from './matches-steps';
export { parseSelector } from './selector';
export type { Compound, Selector } from './selector';
