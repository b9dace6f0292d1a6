import type { PropertyType } from '@tidemark/contracts';
import type { Generated } from 'kysely';
import type { CreatedAt, Timestamp } from './columns';

export interface EventDefinitionTable {
  id: Generated<string>;
  project_id: number;
  name: string;
  description: Generated<string>;
  tags: Generated<string[]>;
  verified: Generated<boolean>;
  verified_at: Timestamp | null;
  verified_by_id: number | null;
  hidden: Generated<boolean>;
  created_at: CreatedAt;
  last_seen_at: Timestamp | null;
  updated_at: CreatedAt;
  updated_by_id: number | null;
  owner_id: number | null;
  created_by_id: number | null;
  primary_property: string | null;
}

export interface PropertyDefinitionTable {
  id: Generated<string>;
  project_id: number;
  /** 1 event, 2 person, 3 group, 4 session. */
  type: number;
  /** -1 except for properties of groups. */
  group_type_index: Generated<number>;
  name: string;
  property_type: PropertyType | null;
  is_numerical: Generated<boolean>;
  description: Generated<string>;
  tags: Generated<string[]>;
  verified: Generated<boolean>;
  verified_at: Timestamp | null;
  verified_by_id: number | null;
  hidden: Generated<boolean>;
  created_at: CreatedAt;
  updated_at: CreatedAt;
  updated_by_id: number | null;
}

interface EventPropertyTable {
  project_id: number;
  event: string;
  property: string;
}

/** Projects that a worker checked before it stored their first event. */
interface ValueKindProjectTable {
  project_id: number;
  tracked: boolean;
}

/** The tables of definitions of events and properties. */
export interface TaxonomyTables {
  event_definitions: EventDefinitionTable;
  property_definitions: PropertyDefinitionTable;
  event_properties: EventPropertyTable;
  value_kind_projects: ValueKindProjectTable;
}
