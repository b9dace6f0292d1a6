/** The used-up quotas of a project, and whether its sessions are recorded. */
export const quotas = {
  id: 6,
  name: 'quotas',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS quota_limits jsonb NOT NULL DEFAULT '[]';
    ALTER TABLE projects
      ADD COLUMN IF NOT EXISTS session_recording_opt_in boolean NOT NULL DEFAULT false;
    ALTER TABLE projects
      ADD COLUMN IF NOT EXISTS capture_console_log_opt_in boolean NOT NULL DEFAULT false;
  `,
} as const;
