/**
 * The flag that is created for a survey: off for persons who have answered or dismissed it, on any device. Older
 * surveys have none.
 */
export const surveyFlags = {
  id: 32,
  name: 'survey-flags',
  sql: `
    ALTER TABLE surveys ADD COLUMN IF NOT EXISTS internal_targeting_flag_id integer
      REFERENCES feature_flags (id) ON DELETE SET NULL;
    CREATE INDEX IF NOT EXISTS surveys_internal_flag
      ON surveys (internal_targeting_flag_id) WHERE internal_targeting_flag_id IS NOT NULL;
  `,
} as const;
