/**
 * Properties of stored events that ever had a value other than a text. For every event of a project that is
 * `tracked`, the worker stored these rows before the event; a project without a row was not checked. `bag` is 1 for
 * the event's own properties, 2 for the person's properties on it. Rows are kept when definitions are deleted,
 * because the events are still stored.
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
