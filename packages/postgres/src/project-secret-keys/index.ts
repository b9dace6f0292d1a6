export type { ProjectSecretKey } from './project-secret-key';
export { PROJECT_SECRET_KEY_HISTORY } from './project-secret-key-history';
export { createProjectSecretKeyRepository } from './project-secret-key-repository';
export type {
  IssuedProjectSecretKey,
  ProjectSecretKeyFields,
  ProjectSecretKeyRepository,
} from './project-secret-key-repository';
