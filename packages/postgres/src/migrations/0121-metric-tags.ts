/** Adds the tags of shared metrics of experiments. */
export const metricTags = {
  id: 121,
  name: 'metric-tags',
  sql: `
    ALTER TABLE experiment_saved_metrics ADD COLUMN IF NOT EXISTS tags text[] NOT NULL DEFAULT '{}';
  `,
} as const;
