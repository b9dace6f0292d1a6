/**
 * Secret keys of projects, for servers that read flag definitions. Only hashes are stored. The backup is the key
 * before the last rotation; it is valid until it is deleted, so that servers can switch to the new key.
 */
export const projectSecretKeys = {
  id: 30,
  name: 'project-secret-keys',
  sql: `
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS secret_key_hash text UNIQUE;
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS secret_key_mask text;
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS secret_key_backup_hash text UNIQUE;
    ALTER TABLE projects ADD COLUMN IF NOT EXISTS secret_key_backup_mask text;
  `,
} as const;
