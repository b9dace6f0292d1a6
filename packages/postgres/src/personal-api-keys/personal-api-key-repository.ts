import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Database } from '../database';
import { generatePersonalApiKey, hashPersonalApiKey, maskPersonalApiKey } from '../keys';
import type { PersonalApiKey } from './personal-api-key';
import { toPersonalApiKey } from './personal-api-key';

export interface NewPersonalApiKey {
  readonly userId: number;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly scopedTeams: readonly number[];
  readonly scopedOrganizations: readonly string[];
}

/** The only moment a key's value is known. */
export interface IssuedPersonalApiKey {
  readonly key: PersonalApiKey;
  readonly value: string;
}

export interface PersonalApiKeyRepository {
  /** By `hashPersonalApiKey(value)`; keys of inactive users are not found. */
  findByHash(hash: string): Promise<PersonalApiKey | null>;
  /** The key of this id if it is this user's. */
  findById(userId: number, id: string): Promise<PersonalApiKey | null>;
  /** One user's keys, newest first. */
  list(userId: number): Promise<readonly PersonalApiKey[]>;
  create(key: NewPersonalApiKey): Promise<IssuedPersonalApiKey>;
  /** Changes what is given; null when there is no such key. */
  update(
    userId: number,
    id: string,
    fields: Partial<Omit<NewPersonalApiKey, 'userId'>>,
  ): Promise<PersonalApiKey | null>;
  /** Gives the key a new value; the old one is invalid at once. Null when there is no such key. */
  roll(userId: number, id: string): Promise<IssuedPersonalApiKey | null>;
  /** False when there was no such key. */
  delete(userId: number, id: string): Promise<boolean>;
  /** Notes that the key is in use, at most once an hour. */
  touch(id: string): Promise<void>;
}

export function createPersonalApiKeyRepository({ db }: Database): PersonalApiKeyRepository {
  return {
    async findByHash(hash) {
      const row = await db
        .selectFrom('personal_api_keys')
        .innerJoin('users', 'users.id', 'personal_api_keys.user_id')
        .selectAll('personal_api_keys')
        .where('secure_value', '=', hash)
        .where('users.is_active', '=', true)
        .executeTakeFirst();
      return row === undefined ? null : toPersonalApiKey(row);
    },

    async findById(userId, id) {
      const row = await db
        .selectFrom('personal_api_keys')
        .selectAll()
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return row === undefined ? null : toPersonalApiKey(row);
    },

    async list(userId) {
      const rows = await db
        .selectFrom('personal_api_keys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(toPersonalApiKey);
    },

    async create(key) {
      const value = generatePersonalApiKey();
      const row = await db
        .insertInto('personal_api_keys')
        .values({
          id: randomUUID(),
          user_id: key.userId,
          label: key.label,
          secure_value: hashPersonalApiKey(value),
          mask_value: maskPersonalApiKey(value),
          scopes: [...key.scopes],
          scoped_teams: [...key.scopedTeams],
          scoped_organizations: [...key.scopedOrganizations],
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return { key: toPersonalApiKey(row), value };
    },

    async update(userId, id, { label, scopes, scopedTeams, scopedOrganizations }) {
      const row = await db
        .updateTable('personal_api_keys')
        .set({
          // A key is its own id: naming it again keeps an empty change a statement.
          id,
          ...(label !== undefined && { label }),
          ...(scopes !== undefined && { scopes: [...scopes] }),
          ...(scopedTeams !== undefined && { scoped_teams: [...scopedTeams] }),
          ...(scopedOrganizations !== undefined && {
            scoped_organizations: [...scopedOrganizations],
          }),
        })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : toPersonalApiKey(row);
    },

    async roll(userId, id) {
      const value = generatePersonalApiKey();
      const row = await db
        .updateTable('personal_api_keys')
        .set({
          secure_value: hashPersonalApiKey(value),
          mask_value: maskPersonalApiKey(value),
          last_rolled_at: sql<Date>`now()`,
        })
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .returningAll()
        .executeTakeFirst();
      return row === undefined ? null : { key: toPersonalApiKey(row), value };
    },

    async delete(userId, id) {
      const result = await db
        .deleteFrom('personal_api_keys')
        .where('user_id', '=', userId)
        .where('id', '=', id)
        .executeTakeFirst();
      return result.numDeletedRows > 0n;
    },

    async touch(id) {
      await db
        .updateTable('personal_api_keys')
        .set({ last_used_at: sql<Date>`now()` })
        .where('id', '=', id)
        .where((e) =>
          e.or([
            e('last_used_at', 'is', null),
            e('last_used_at', '<', sql<Date>`now() - interval '1 hour'`),
          ]),
        )
        .execute();
    },
  };
}
