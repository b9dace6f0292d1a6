export { bearerToken } from './bearer-token';
export { createIdentityFinder } from './identity';
export type { Identity, IdentityFinder } from './identity';
export { projectIdOf } from './project-id';
export { requireOrganization, requireProject, requireProjectId, requireScope } from './rules';
