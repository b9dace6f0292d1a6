/** Repeated surveys, and the default appearance of a project's surveys. */
export const surveyIterations = {
  id: 54,
  name: 'survey-iterations',
  sql: `
    ALTER TABLE surveys ADD COLUMN IF NOT EXISTS iteration_count integer;
    ALTER TABLE surveys ADD COLUMN IF NOT EXISTS iteration_frequency_days integer;
    ALTER TABLE surveys ADD COLUMN IF NOT EXISTS current_iteration integer;
    ALTER TABLE surveys ADD COLUMN IF NOT EXISTS current_iteration_start_date timestamptz;
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS survey_config jsonb;
  `,
} as const;
