/**
 * Persons deleted by request. `last_version` is the version under which a distinct id lost its person: one
 * that comes back counts on from there, or readers would not see it. `person_erasures` names what is still
 * to be removed from ClickHouse.
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
