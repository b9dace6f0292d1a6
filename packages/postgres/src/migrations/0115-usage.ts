/**
 * Usage by project, day (UTC) and resource, and monthly limits. `usage_positions` is the last counted record of each
 * partition of the ingest log, so that a range that is processed again is not counted twice. `usage_recordings`
 * contains hashes of the sessions that were counted in the last days. `counted_quotas` lists the resources whose
 * limit is reached.
 */
export const usage = {
  id: 115,
  name: 'usage',
  sql: `
    CREATE TABLE IF NOT EXISTS usage_days (
      project_id integer NOT NULL,
      day date NOT NULL,
      resource varchar(40) NOT NULL,
      count bigint NOT NULL,
      PRIMARY KEY (project_id, day, resource)
    );
    CREATE INDEX IF NOT EXISTS usage_days_by_day ON usage_days (day);
    CREATE TABLE IF NOT EXISTS usage_positions (
      log varchar(10) NOT NULL,
      partition integer NOT NULL,
      position text NOT NULL,
      PRIMARY KEY (log, partition)
    );
    CREATE TABLE IF NOT EXISTS usage_recordings (
      project_id integer NOT NULL,
      session_hash bigint NOT NULL,
      day date NOT NULL,
      PRIMARY KEY (project_id, session_hash)
    );
    CREATE INDEX IF NOT EXISTS usage_recordings_by_day ON usage_recordings (day);
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS usage_limits jsonb NOT NULL DEFAULT '{}';
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS counted_quotas jsonb NOT NULL DEFAULT '[]';
    ALTER TABLE organizations ADD COLUMN IF NOT EXISTS usage_limits jsonb NOT NULL DEFAULT '{}';
  `,
} as const;
