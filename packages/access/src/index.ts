export { bearerToken } from './bearer-token';
export {
  generateInviteToken,
  generateSessionCookie,
  hashConsoleSecret,
  INVITE_SECONDS,
  inviteLink,
  setupLink,
} from './console-secrets';
export { createIdentityFinder, createProjectKeyFinder } from './identity';
export type {
  AnyIdentity,
  Grant,
  Identity,
  IdentityFinder,
  KeyIdentity,
  ProjectKeyFinder,
  ProjectKeyIdentity,
  SessionIdentity,
} from './identity';
export { issueSetupToken } from './issue-setup-token';
export type { SetupToken } from './issue-setup-token';
export * from './password';
export { projectIdOf } from './project-id';
export { generateRefreshToken, hashRefreshToken } from './refresh-token';
export { ROLE_LEVELS, scopesOfLevel } from './roles';
export type { Role } from './roles';
export { requireOrganization, requireProject, requireProjectId, requireScope } from './rules';
export {
  ACCESS_TOKEN_SECONDS,
  createAccessTokens,
  issueAccessToken,
  looksLikeAccessToken,
  readAccessToken,
  sessionIdentity,
} from './session-identity';
export type { AccessClaims } from './session-identity';
