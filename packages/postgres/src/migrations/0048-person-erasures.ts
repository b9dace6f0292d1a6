/**
 * Persons deleted by request. `last_version` is the version with which a distinct id lost its person; if the id is
 * used again, its version continues from there, because readers use the highest. `person_erasures` lists data that
 * must still be removed from ClickHouse.
 */
export const personErasures = {
  id: 48,
  name: 'person-erasures',
  sql: `
    ALTER TABLE personless_distinct_ids
      ADD COLUMN IF NOT EXISTS last_version bigint NOT NULL DEFAULT 0;

    CREATE TABLE IF NOT EXISTS person_erasures (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      project_id integer NOT NULL,
      person_id uuid NOT NULL,
      version bigint NOT NULL,
      distinct_ids jsonb NOT NULL,
      with_events boolean NOT NULL,
      with_recordings boolean NOT NULL,
      requested_at timestamptz NOT NULL DEFAULT now(),
      erased_at timestamptz
    );
  `,
} as const;
