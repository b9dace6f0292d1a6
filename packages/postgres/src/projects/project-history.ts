import type { History } from '../activity-log/history';
import type { Project } from './project';
import { PROJECT_FIELDS } from './project';

/** Settings of a project. Changes of its tokens are not recorded. */
export const PROJECT_HISTORY: History<Project> = {
  scope: 'Team',
  nameOf: (project) => project.name,
  wireFields: (project) => {
    // Whoever has the address of the webhook can post there.
    const { slack_incoming_webhook: _secret, ...fields } = PROJECT_FIELDS.toWire(project);
    return { ...fields, ...project.sdk };
  },
};
