import type { Database } from '../database';
import type { User } from './user';
import { toUser } from './user';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
}

export interface UserRepository {
  findById(id: number): Promise<User | null>;
  /** The users of these ids, by id; unknown ids are absent. */
  findMany(ids: readonly number[]): Promise<ReadonlyMap<number, User>>;
  findOrganization(id: string): Promise<Organization | null>;
}

export function createUserRepository({ db }: Database): UserRepository {
  const findMany = async (ids: readonly number[]): Promise<ReadonlyMap<number, User>> => {
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
    return new Map(rows.map((row) => [row.id, toUser(row)]));
  };

  return {
    findMany,
    findById: async (id) => (await findMany([id])).get(id) ?? null,
    async findOrganization(id) {
      const row = await db
        .selectFrom('organizations')
        .select(['id', 'name', 'slug'])
        .where('id', '=', id)
        .executeTakeFirst();
      return row ?? null;
    },
  };
}
