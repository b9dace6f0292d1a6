import type { History } from '../activity-log/history';
import type { PersonalApiKey } from './personal-api-key';

/** How personal keys are logged, without the key or its masked form. */
export const PERSONAL_API_KEY_HISTORY: History<PersonalApiKey> = {
  scope: 'PersonalAPIKey',
  nameOf: (key) => key.label,
  wireFields: (key) => ({
    label: key.label,
    scopes: key.scopes,
    scoped_teams: key.scopedTeams,
    scoped_organizations: key.scopedOrganizations,
  }),
};
