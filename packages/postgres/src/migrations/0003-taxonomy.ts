/**
 * The events and properties that a project has received, and the type of each property. Ingestion creates the rows,
 * and users describe them. `type` is 1 event, 2 person, 3 group, 4 session; `group_type_index` is -1 except for
 * groups, so that it can be part of the key.
 */
export const taxonomy = {
  id: 3,
  name: 'taxonomy',
  sql: `
    CREATE TABLE IF NOT EXISTS event_definitions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL,
      name varchar(400) NOT NULL,
      description text NOT NULL DEFAULT '',
      tags text[] NOT NULL DEFAULT '{}',
      verified boolean NOT NULL DEFAULT false,
      verified_at timestamptz,
      verified_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      hidden boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      last_seen_at timestamptz,
      updated_at timestamptz NOT NULL DEFAULT now(),
      updated_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      UNIQUE (project_id, name)
    );

    CREATE TABLE IF NOT EXISTS property_definitions (
      id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
      project_id integer NOT NULL,
      type smallint NOT NULL CHECK (type BETWEEN 1 AND 4),
      group_type_index smallint NOT NULL DEFAULT -1 CHECK (group_type_index BETWEEN -1 AND 4),
      name varchar(400) NOT NULL,
      property_type varchar(50),
      is_numerical boolean NOT NULL DEFAULT false,
      description text NOT NULL DEFAULT '',
      tags text[] NOT NULL DEFAULT '{}',
      verified boolean NOT NULL DEFAULT false,
      verified_at timestamptz,
      verified_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      hidden boolean NOT NULL DEFAULT false,
      created_at timestamptz NOT NULL DEFAULT now(),
      updated_at timestamptz NOT NULL DEFAULT now(),
      updated_by_id integer REFERENCES users (id) ON DELETE SET NULL,
      UNIQUE (project_id, name, type, group_type_index)
    );

    CREATE TABLE IF NOT EXISTS event_properties (
      project_id integer NOT NULL,
      event varchar(400) NOT NULL,
      property varchar(400) NOT NULL,
      PRIMARY KEY (project_id, property, event)
    );
  `,
} as const;
