/** Adds the cohort of an experiment's exposed people; the cohort has the experiment's id for its own body. */
export const exposureCohorts = {
  id: 123,
  name: 'exposure-cohorts',
  sql: `
    ALTER TABLE experiments ADD COLUMN IF NOT EXISTS exposure_cohort_id integer
      REFERENCES cohorts (id) ON DELETE SET NULL;
    ALTER TABLE cohorts ADD COLUMN IF NOT EXISTS experiment_id integer
      REFERENCES experiments (id) ON DELETE SET NULL;
    CREATE INDEX IF NOT EXISTS experiments_exposure_cohort ON experiments (exposure_cohort_id)
      WHERE exposure_cohort_id IS NOT NULL;
    CREATE INDEX IF NOT EXISTS cohorts_experiment ON cohorts (experiment_id) WHERE experiment_id IS NOT NULL;
  `,
} as const;
