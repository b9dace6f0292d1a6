import type { PropertyType } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Database } from '../database';
import type { PropertyOwner } from './property-owner';
import { storedOwner } from './property-owner';

/** A received event name. */
export interface EventSighting {
  readonly projectId: number;
  readonly name: string;
}

/** A received property; its type is null if its value has none. */
export interface PropertySighting {
  readonly projectId: number;
  readonly owner: PropertyOwner;
  readonly name: string;
  readonly propertyType: PropertyType | null;
}

/** A property that an event with this name had. */
export interface EventPropertySighting {
  readonly projectId: number;
  readonly event: string;
  readonly property: string;
}

/** The definitions found in a range of events, without duplicates. */
export interface Sightings {
  readonly events: readonly EventSighting[];
  readonly properties: readonly PropertySighting[];
  readonly eventProperties: readonly EventPropertySighting[];
}

/**
 * Writes new definitions with one statement per table, in one transaction; repeating it changes nothing. A known type
 * is never changed. Rows are locked in order of their keys, so that workers that save the same definitions wait for
 * each other instead of deadlocking.
 * @param seenAt when the events were last seen
 */
export async function saveSightings(
  { db }: Database,
  { events, properties, eventProperties }: Sightings,
  seenAt: Date,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    if (events.length > 0) {
      await sql`
        INSERT INTO event_definitions AS d (project_id, name, created_at, last_seen_at)
        SELECT r."projectId", r.name, ${seenAt}, ${seenAt}
        FROM jsonb_to_recordset(${JSON.stringify(events)}::jsonb) AS r ("projectId" int, name text)
        ORDER BY 1, 2
        ON CONFLICT (project_id, name) DO UPDATE SET last_seen_at = EXCLUDED.last_seen_at
        WHERE d.last_seen_at IS NULL OR d.last_seen_at < EXCLUDED.last_seen_at`.execute(tx);
    }
    if (properties.length > 0) {
      const rows = properties.map((row) => ({ ...row, ...storedOwner(row.owner) }));
      await sql`
        INSERT INTO property_definitions AS d
          (project_id, name, type, group_type_index, property_type, is_numerical)
        SELECT r."projectId", r.name, r.type, r."groupTypeIndex", r."propertyType",
          r."propertyType" IS NOT DISTINCT FROM 'Numeric'
        FROM jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS r
          ("projectId" int, name text, type smallint, "groupTypeIndex" smallint, "propertyType" text)
        ORDER BY 1, 2, 3, 4
        ON CONFLICT (project_id, name, type, group_type_index) DO UPDATE
        SET property_type = EXCLUDED.property_type, is_numerical = EXCLUDED.is_numerical
        WHERE d.property_type IS NULL AND EXCLUDED.property_type IS NOT NULL`.execute(tx);
    }
    if (eventProperties.length > 0) {
      await sql`
        INSERT INTO event_properties (project_id, event, property)
        SELECT r."projectId", r.event, r.property
        FROM jsonb_to_recordset(${JSON.stringify(eventProperties)}::jsonb) AS r
          ("projectId" int, event text, property text)
        ORDER BY 1, 3, 2
        ON CONFLICT DO NOTHING`.execute(tx);
    }
  });
}
