import type { History } from '../activity-log/history';
import type { ProjectSecretKey } from './project-secret-key';

/** Neither the value of a key nor what is shown of it is reported. */
export const PROJECT_SECRET_KEY_HISTORY: History<ProjectSecretKey> = {
  scope: 'ProjectSecretAPIKey',
  nameOf: (key) => key.label,
  wireFields: (key) => ({
    label: key.label,
    scopes: key.scopes,
  }),
};
