import type { PropertyType } from '@tidemark/contracts';
import { sql } from 'kysely';
import type { Reader } from '../activity-log/unit-of-work';

/** An event and the properties that it has had, both by name. */
export interface EventShape {
  readonly name: string;
  readonly properties: readonly {
    readonly name: string;
    /** Null if the values have no common type. */
    readonly type: PropertyType | null;
  }[];
}

export interface EventShapeQuery {
  /** Names of events of SDKs to include; the others, which begin with `$`, are left out. */
  readonly sdkEvents: readonly string[];
  /** The events that were seen last. */
  readonly maxEvents: number;
  /** Properties of one event, by name. */
  readonly maxProperties: number;
}

/** Lists the project's own events with their own properties. Hidden events and properties are left out. */
export async function listEventShapes(
  db: Reader,
  projectId: number,
  { sdkEvents, maxEvents, maxProperties }: EventShapeQuery,
): Promise<readonly EventShape[]> {
  const { rows } = await sql<EventShape>`
    WITH wanted AS (
      SELECT name FROM event_definitions
      WHERE project_id = ${projectId} AND NOT hidden
        AND (NOT name ^@ '$' OR name = ANY (${[...sdkEvents]}::text[]))
      ORDER BY last_seen_at DESC NULLS LAST, name LIMIT ${maxEvents})
    SELECT w.name, coalesce(to_jsonb((array_agg(
        jsonb_build_object('name', p.name, 'type', p.property_type) ORDER BY p.name COLLATE "C"
      ) FILTER (WHERE p.name IS NOT NULL))[1:${sql.lit(maxProperties)}]), '[]') AS properties
    FROM wanted w
    LEFT JOIN event_properties e
      ON e.project_id = ${projectId} AND e.event = w.name AND NOT e.property ^@ '$'
    LEFT JOIN property_definitions p
      ON p.project_id = ${projectId} AND p.type = 1 AND p.group_type_index = -1
        AND p.name = e.property AND NOT p.hidden
    GROUP BY w.name ORDER BY w.name COLLATE "C"`.execute(db);
  return rows;
}
