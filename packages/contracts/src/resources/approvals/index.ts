export * from './approval-policies';
export * from './change-requests';
export * from './decide-approval';
export { ANY_FLAG_ACTION, flagActionKeys, flagActions } from './flag-actions';
export type { FlagAction, GatedFlag } from './flag-actions';
export { rolloutReach, rolloutValues } from './rollout-values';
