import type { Selectable } from 'kysely';
import type { PersonalApiKeyTable, ProjectSecretKeyTable } from '../schema';

/** The common fields of personal keys and project secret keys; the value itself is never stored. */
export interface SecretKey {
  readonly id: string;
  readonly label: string;
  readonly maskValue: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastRolledAt: Date | null;
}

/** The operations on keys of one type that do not depend on their owner. */
export interface SecretKeyFinder<Key> {
  /** Finds a key by the hash of its value, for any owner. */
  findByHash(hash: string): Promise<Key | null>;
  /** Records that the key is in use, at most once an hour. */
  touch(id: string): Promise<void>;
}

/** Reads the columns that the tables of both types of keys have. */
export function toSecretKey(
  row: Selectable<PersonalApiKeyTable> | Selectable<ProjectSecretKeyTable>,
): SecretKey {
  return {
    id: row.id,
    label: row.label,
    maskValue: row.mask_value,
    scopes: row.scopes,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
    lastRolledAt: row.last_rolled_at,
  };
}
