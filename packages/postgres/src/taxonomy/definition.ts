import type { PropertyType } from '@tidemark/contracts';
import type { Selectable } from 'kysely';
import type { EventDefinitionTable, PropertyDefinitionTable } from '../schema';
import type { PropertyOwner } from './property-owner';
import { ownerOf } from './property-owner';

/** The editable fields of a definition. */
export interface Description {
  readonly description: string;
  readonly tags: readonly string[];
  readonly verified: boolean;
  /** Whether it is left out of selection lists. */
  readonly hidden: boolean;
}

interface Definition extends Description {
  readonly id: string;
  readonly name: string;
  readonly verifiedAt: Date | null;
  readonly verifiedById: number | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
  readonly updatedById: number | null;
}

export interface EventDefinition extends Definition {
  /** The time of the last event, to the hour; null for a definition without events. */
  readonly lastSeenAt: Date | null;
  /** The id of the user who is responsible for the definition. */
  readonly ownerId: number | null;
  /** Null if ingestion created it. */
  readonly createdById: number | null;
  /** The property whose value is shown beside the name of the event. */
  readonly primaryProperty: string | null;
}

export interface PropertyDefinition extends Definition {
  readonly owner: PropertyOwner;
  readonly propertyType: PropertyType | null;
  readonly isNumerical: boolean;
}

function toDefinition(
  row: Selectable<EventDefinitionTable> | Selectable<PropertyDefinitionTable>,
): Definition {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    tags: row.tags,
    verified: row.verified,
    verifiedAt: row.verified_at,
    verifiedById: row.verified_by_id,
    hidden: row.hidden,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    updatedById: row.updated_by_id,
  };
}

export function toEventDefinition(row: Selectable<EventDefinitionTable>): EventDefinition {
  return {
    ...toDefinition(row),
    lastSeenAt: row.last_seen_at,
    ownerId: row.owner_id,
    createdById: row.created_by_id,
    primaryProperty: row.primary_property,
  };
}

export function toPropertyDefinition(row: Selectable<PropertyDefinitionTable>): PropertyDefinition {
  return {
    ...toDefinition(row),
    owner: ownerOf({ type: row.type, groupTypeIndex: row.group_type_index }),
    propertyType: row.property_type,
    isNumerical: row.is_numerical,
  };
}
