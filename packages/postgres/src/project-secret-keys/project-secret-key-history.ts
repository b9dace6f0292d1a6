import type { History } from '../activity-log/history';
import type { ProjectSecretKey } from './project-secret-key';

/** How project secret keys are logged, without the key or its masked form. */
export const PROJECT_SECRET_KEY_HISTORY: History<ProjectSecretKey> = {
  scope: 'ProjectSecretAPIKey',
  nameOf: (key) => key.label,
  wireFields: (key) => ({
    label: key.label,
    scopes: key.scopes,
  }),
};
