import type { History } from '../activity-log/history';
import { deletedOrUpdated } from '../activity-log/history';
import type { Destination } from './destination';

/** Changes of destinations in the activity log. Of a secret, only the fact that it changed is reported. */
export const DESTINATION_HISTORY: History<Destination> = {
  scope: 'HogFunction',
  nameOf: (destination) => destination.name,
  verbOf: deletedOrUpdated,
  wireFields: (destination) => ({
    name: destination.name,
    description: destination.description,
    enabled: destination.enabled,
    deleted: destination.deleted,
    template_id: destination.templateId,
    icon_url: destination.iconUrl,
    inputs: destination.inputs,
    filters: destination.filters,
  }),
};
