import type { Author } from '../activity-log/history';
import { createOwnedRows } from '../activity-log/owned-rows';
import type { ResourceDatabase } from '../activity-log/unit-of-work';
import { defined } from '../defined';
import { PERSONAL_API_KEY } from '../keys';
import type { SecretKeyFinder } from '../secret-keys/secret-key';
import type { IssuedKey } from '../secret-keys/secret-key-rows';
import { createSecretKeyRows, touchKey } from '../secret-keys/secret-key-rows';
import type { PersonalApiKey } from './personal-api-key';
import { toPersonalApiKey } from './personal-api-key';
import { PERSONAL_API_KEY_HISTORY } from './personal-api-key-history';

export interface NewPersonalApiKey {
  readonly userId: number;
  readonly label: string;
  readonly scopes: readonly string[];
  readonly scopedTeams: readonly number[];
  readonly scopedOrganizations: readonly string[];
}

/**
 * Stores personal keys. The hash of a key is `hashPersonalApiKey(value)`; keys of inactive users are not found by it.
 */
export interface PersonalApiKeyRepository extends SecretKeyFinder<PersonalApiKey> {
  /** The key with this id; null if it does not belong to this user. */
  findById(userId: number, id: string): Promise<PersonalApiKey | null>;
  /** One user's keys, newest first. */
  list(userId: number): Promise<readonly PersonalApiKey[]>;
  create(by: Author, key: NewPersonalApiKey): Promise<IssuedKey<PersonalApiKey>>;
  /** Changes the given fields; null if there is no such key. */
  update(
    by: Author,
    userId: number,
    id: string,
    fields: Partial<Omit<NewPersonalApiKey, 'userId'>>,
  ): Promise<PersonalApiKey | null>;
  /** Replaces the value of a key; the old one becomes invalid immediately. Null if there is no such key. */
  roll(by: Author, userId: number, id: string): Promise<IssuedKey<PersonalApiKey> | null>;
  /** False if there was no such key. */
  delete(by: Author, userId: number, id: string): Promise<boolean>;
}

export function createPersonalApiKeyRepository({
  db,
  change,
  unrecorded,
}: ResourceDatabase): PersonalApiKeyRepository {
  const rows = createOwnedRows(change, {
    name: 'personal_api_keys',
    owner: 'user_id',
    history: PERSONAL_API_KEY_HISTORY,
    toThing: toPersonalApiKey,
  });
  const keys = createSecretKeyRows(rows, PERSONAL_API_KEY);
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

    findById: (userId, id) => keys.find(db, userId, id),

    async list(userId) {
      const rows = await db
        .selectFrom('personal_api_keys')
        .selectAll()
        .where('user_id', '=', userId)
        .orderBy('created_at', 'desc')
        .execute();
      return rows.map(toPersonalApiKey);
    },

    create: (by, { userId, ...fields }) => keys.issue(by, userId, columnsOf(fields)),
    update: (by, userId, id, fields) => keys.update(by, userId, id, columnsOf(fields)),
    roll: (...key) => keys.roll(...key),
    delete: (...key) => keys.delete(...key),
    touch: (id) => touchKey(unrecorded, 'personal_api_keys', id),
  };
}

function columnsOf(fields: Partial<Omit<NewPersonalApiKey, 'userId'>>) {
  return defined({
    label: fields.label,
    scopes: fields.scopes && [...fields.scopes],
    scoped_teams: fields.scopedTeams && [...fields.scopedTeams],
    scoped_organizations: fields.scopedOrganizations && [...fields.scopedOrganizations],
  });
}
