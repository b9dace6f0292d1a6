import type { NewActivity } from '../activity-log/activity';
import { fieldChanges } from '../activity-log/field-changes';
import type { EarlyAccessFeature } from './early-access-feature';

const SCOPE = 'EarlyAccessFeature';

/** How the log tells a change of a feature: no `before` for a new one, no `after` for a deleted one. */
export function featureActivity(
  userId: number,
  feature: EarlyAccessFeature,
  before: EarlyAccessFeature | null,
  after: EarlyAccessFeature | null,
): NewActivity {
  return {
    projectId: feature.projectId,
    userId,
    scope: SCOPE,
    itemId: feature.id,
    activity: before === null ? 'created' : after === null ? 'deleted' : 'updated',
    detail: {
      name: feature.name,
      changes:
        before === null || after === null
          ? []
          : fieldChanges(SCOPE, wireFields(before), wireFields(after)),
    },
  };
}

/** The fields whose changes are told, by their names on the wire. */
function wireFields(feature: EarlyAccessFeature): Readonly<Record<string, unknown>> {
  return {
    name: feature.name,
    description: feature.description,
    stage: feature.stage,
    documentation_url: feature.documentationUrl,
    payload: feature.payload,
  };
}
