import type { EventDefinitionBody, PropertyDefinitionBody } from '@tidemark/contracts';
import type { EventDefinition, PropertyDefinition, User } from '@tidemark/postgres';
import { userBasicBody } from '../users/user-body';
import { wireTime, wireTimeOrNull } from '../wire-time';

type Users = ReadonlyMap<number, User>;

/** The users that a definition refers to. */
export function peopleOf(definition: EventDefinition | PropertyDefinition): number[] {
  const { verifiedById, updatedById } = definition;
  const others = 'ownerId' in definition ? [definition.ownerId, definition.createdById] : [];
  return [verifiedById, updatedById, ...others].filter((id) => id !== null);
}

function userBody(id: number | null, users: Users) {
  const user = id === null ? undefined : users.get(id);
  return user === undefined ? null : userBasicBody(user);
}

function sharedBody(definition: EventDefinition | PropertyDefinition, users: Users) {
  return {
    id: definition.id,
    name: definition.name,
    description: definition.description,
    tags: [...definition.tags],
    verified: definition.verified,
    verified_at: wireTimeOrNull(definition.verifiedAt),
    verified_by: userBody(definition.verifiedById, users),
    hidden: definition.hidden,
    updated_at: wireTime(definition.updatedAt),
    updated_by: userBody(definition.updatedById, users),
  };
}

export function eventDefinitionBody(
  definition: EventDefinition,
  users: Users,
): EventDefinitionBody {
  return {
    ...sharedBody(definition, users),
    created_at: wireTime(definition.createdAt),
    last_seen_at: wireTimeOrNull(definition.lastSeenAt),
    last_updated_at: wireTime(definition.updatedAt),
    owner: userBody(definition.ownerId, users),
    created_by: userBody(definition.createdById, users),
    primary_property: definition.primaryProperty,
    enforcement_mode: 'allow',
    is_action: false,
    action_id: null,
    is_calculating: false,
    last_calculated_at: null,
    post_to_slack: false,
  };
}

/** @param isSeenOnEvents null if no events were requested */
export function propertyDefinitionBody(
  definition: PropertyDefinition,
  users: Users,
  isSeenOnEvents: boolean | null = null,
): PropertyDefinitionBody {
  return {
    ...sharedBody(definition, users),
    property_type: definition.propertyType,
    is_numerical: definition.isNumerical,
    is_seen_on_filtered_events: isSeenOnEvents,
  };
}
