import type { History } from '../activity-log/history';
import { deletedOrUpdated } from '../activity-log/history';
import type { Destination } from './destination';

/** How destinations are logged. Of a secret, only the fact that it changed is logged. */
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
    ordered: destination.ordered,
    inputs: destination.inputs,
    filters: destination.filters,
  }),
};
