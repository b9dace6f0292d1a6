/**
 * Which events a person's `$set_once` values come from, so that earlier ones can replace them; null for persons
 * that were not changed since. Adding the column changes no row. Cohorts are calculated anew, because what
 * `created_at` and `$initial_…` say of a person no longer depends on the order its events were processed in.
 */
export const firstTouch = {
  id: 73,
  name: 'first-touch',
  sql: `
    UPDATE cohorts SET revision = revision + 1 WHERE NOT deleted AND NOT is_static;
    ALTER TABLE persons ADD COLUMN IF NOT EXISTS first_touch jsonb;
  `,
} as const;
