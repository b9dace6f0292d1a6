/**
 * Which properties of stored events ever had a value that is no text. Every event of a project that is `tracked`
 * was stored by a worker that kept these rows first; a project without a row has not been looked at. `bag` is 1
 * for the event's own properties, 2 for the person's on it. Rows outlive definitions: what was stored stays stored.
 */
export const valueKinds = {
  id: 51,
  name: 'value_kinds',
  sql: `
    CREATE TABLE IF NOT EXISTS value_kind_projects (
      project_id integer PRIMARY KEY,
      tracked boolean NOT NULL
    );

    CREATE TABLE IF NOT EXISTS non_text_properties (
      project_id integer NOT NULL,
      name varchar(400) NOT NULL,
      bag smallint NOT NULL CHECK (bag IN (1, 2)),
      PRIMARY KEY (project_id, name, bag)
    );
  `,
} as const;
