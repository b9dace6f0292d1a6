import type { History } from '../activity-log/history';
import type { PersonalApiKey } from './personal-api-key';

/** Neither the value of a key nor what is shown of it is reported. */
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
