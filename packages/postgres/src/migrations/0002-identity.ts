/**
 * Tables of identity in addition to persons and distinct ids: ids that were used without a person, versions of
 * deleted persons, and the list of rows that are committed here but not yet in ClickHouse.
 */
export const identity = {
  id: 2,
  name: 'identity',
  sql: `
    CREATE TABLE IF NOT EXISTS personless_distinct_ids (
      project_id integer NOT NULL,
      distinct_id varchar(400) NOT NULL,
      is_merged boolean NOT NULL DEFAULT false,
      PRIMARY KEY (project_id, distinct_id)
    );

    CREATE TABLE IF NOT EXISTS person_tombstones (
      project_id integer NOT NULL,
      id uuid NOT NULL,
      version bigint NOT NULL,
      PRIMARY KEY (project_id, id)
    );

    CREATE TABLE IF NOT EXISTS identity_outbox (
      id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
      keys jsonb NOT NULL,
      created_at timestamptz NOT NULL DEFAULT now()
    );
  `,
} as const;
