export { createDueRollouts, RolloutMovedError } from './due-rollouts';
export type { DueRollouts, RolloutOutcome } from './due-rollouts';
export type {
  GuardedRollout,
  NewGuardedRollout,
  RolloutCheck,
  RolloutNumbers,
} from './guarded-rollout';
export { createGuardedRolloutRepository } from './guarded-rollout-repository';
export type { GuardedRolloutRepository } from './guarded-rollout-repository';
export { createRolloutMails } from './rollout-mails';
export type { RolloutMail, RolloutMails } from './rollout-mails';
