/**
 * The events from which a person's `$set_once` values come, so that values of earlier events can replace them; null
 * for persons that were not changed since. Adding the column changes no row. Cohorts are calculated again, because
 * `created_at` and `$initial_…` of a person no longer depend on the order in which events were processed.
 */
export const firstTouch = {
  id: 73,
  name: 'first-touch',
  sql: `
    UPDATE cohorts SET revision = revision + 1 WHERE NOT deleted AND NOT is_static;
    ALTER TABLE persons ADD COLUMN IF NOT EXISTS first_touch jsonb;
  `,
} as const;
