export type { ProjectSecretKey } from './project-secret-key';
export { createProjectSecretKeyRepository } from './project-secret-key-repository';
export type {
  ProjectSecretKeyFields,
  ProjectSecretKeyRepository,
} from './project-secret-key-repository';
