export type {
  LoginSession,
  RevocationReason,
  Rotation,
  SecondFactor,
  SessionPlace,
  SignedInUser,
} from './login';
export { createLoginChallengeRepository } from './login-challenge-repository';
export type { LoginChallengeRepository } from './login-challenge-repository';
export { createLoginRepository } from './login-repository';
export type { LoginRepository } from './login-repository';
export { createLoginSessionRepository } from './login-session-repository';
export type { LoginSessionRepository } from './login-session-repository';
export { createProviderAccountRepository } from './provider-account-repository';
export type { ProviderAccountRepository, ProviderRejection } from './provider-account-repository';
export { createSetupRepository } from './setup-repository';
export type { SetupRepository } from './setup-repository';
