import type { Selectable } from 'kysely';
import type { PersonalApiKeyTable, ProjectSecretKeyTable } from '../schema';

/** What the keys of people and of projects have in common; the value itself is never stored. */
export interface SecretKey {
  readonly id: string;
  readonly label: string;
  readonly maskValue: string;
  readonly scopes: readonly string[];
  readonly createdAt: Date;
  readonly lastUsedAt: Date | null;
  readonly lastRolledAt: Date | null;
}

/** The keys of one kind, as far as it does not matter whose they are. */
export interface SecretKeyFinder<Key> {
  /** By the hash of the value, of whichever owner. */
  findByHash(hash: string): Promise<Key | null>;
  /** Notes that the key is in use, at most once an hour. */
  touch(id: string): Promise<void>;
}

/** Reads the columns that both tables have. */
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
