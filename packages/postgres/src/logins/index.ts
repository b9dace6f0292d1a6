export type { LoginSession, RevocationReason, Rotation, SessionPlace, SignedInUser } from './login';
export { createLoginRepository } from './login-repository';
export type { LoginRepository } from './login-repository';
export { createLoginSessionRepository } from './login-session-repository';
export type { LoginSessionRepository } from './login-session-repository';
export { createSetupRepository } from './setup-repository';
export type { SetupRepository } from './setup-repository';
