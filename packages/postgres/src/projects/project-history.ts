import type { History } from '../activity-log/history';
import type { Project } from './project';
import { PROJECT_FIELDS } from './project';

/** How projects are logged: their settings. Changes of tokens are not logged. */
export const PROJECT_HISTORY: History<Project> = {
  scope: 'Team',
  nameOf: (project) => project.name,
  wireFields: (project) => {
    // The URL of the webhook is secret: it is enough to post messages.
    const { slack_incoming_webhook: _secret, ...fields } = PROJECT_FIELDS.toWire(project);
    return { ...fields, ...project.sdk };
  },
};
