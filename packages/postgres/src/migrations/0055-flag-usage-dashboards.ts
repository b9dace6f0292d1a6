/** Data of a flag that does not affect its evaluation: rollback rules as sent by clients, and dashboards. */
export const flagUsageDashboards = {
  id: 55,
  name: 'flag-usage-dashboards',
  sql: `
    ALTER TABLE feature_flags
      ADD COLUMN IF NOT EXISTS rollback_conditions jsonb,
      ADD COLUMN IF NOT EXISTS performed_rollback boolean,
      ADD COLUMN IF NOT EXISTS analytics_dashboards integer[] NOT NULL DEFAULT '{}',
      ADD COLUMN IF NOT EXISTS has_enriched_analytics boolean NOT NULL DEFAULT false,
      ADD COLUMN IF NOT EXISTS usage_dashboard_id integer REFERENCES dashboards (id) ON DELETE SET NULL,
      ADD COLUMN IF NOT EXISTS usage_dashboard_has_enriched_insights boolean NOT NULL DEFAULT false;
  `,
} as const;
