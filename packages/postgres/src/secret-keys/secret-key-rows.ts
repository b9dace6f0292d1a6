import { randomUUID } from 'node:crypto';
import type { Expression } from 'kysely';
import { sql } from 'kysely';
import type { Author } from '../activity-log/history';
import type { OwnedRows } from '../activity-log/owned-rows';
import type { Writer } from '../activity-log/unit-of-work';
import type { KeyFormat } from '../keys';
import { hashPersonalApiKey } from '../keys';

/** A key and its value, which is only available here because it is not stored. */
export interface IssuedKey<Key> {
  readonly key: Key;
  readonly value: string;
}

interface SecretColumns {
  readonly id?: string;
  readonly secure_value?: string;
  readonly mask_value?: string;
  readonly last_rolled_at?: Expression<Date>;
}

/** The operations of users on the keys of one owner. */
export function createSecretKeyRows<Fields extends object, Key extends { readonly id: string }>(
  rows: OwnedRows<Fields & SecretColumns, Key>,
  format: KeyFormat,
) {
  // The narrower type is needed for updates of only these columns.
  const secrets: OwnedRows<SecretColumns, Key> = rows;
  const newValue = () => {
    const value = format.generate();
    const columns = { secure_value: hashPersonalApiKey(value), mask_value: format.mask(value) };
    return { value, columns };
  };

  return {
    ...rows,

    async issue(by: Author, ownerId: number, fields: Fields): Promise<IssuedKey<Key>> {
      const { value, columns } = newValue();
      const key = await rows.create(by, ownerId, { ...fields, ...columns, id: randomUUID() });
      return { key, value };
    },

    /** Replaces the value of a key; the old one becomes invalid immediately. Null if there is no such key. */
    async roll(by: Author, ownerId: number, id: string): Promise<IssuedKey<Key> | null> {
      const { value, columns } = newValue();
      const values = { ...columns, last_rolled_at: sql<Date>`now()` };
      const key = await secrets.update(by, ownerId, id, values, () => ({ secret: ['value'] }));
      return key && { key, value };
    },
  };
}

/** Records that a key is in use, at most once an hour. */
export async function touchKey(
  db: Writer,
  table: 'personal_api_keys' | 'project_secret_api_keys',
  id: string,
): Promise<void> {
  await db
    .updateTable(table)
    .set({ last_used_at: sql<Date>`now()` })
    .where('id', '=', id)
    .where((e) =>
      e.or([
        e('last_used_at', 'is', null),
        e('last_used_at', '<', sql<Date>`now() - interval '1 hour'`),
      ]),
    )
    .execute();
}
