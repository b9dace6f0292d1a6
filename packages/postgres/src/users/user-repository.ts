import { randomUUID } from 'node:crypto';
import type { UsageLimits } from '@tidemark/contracts';
import type { UpdateObject } from 'kysely';
import { sql } from 'kysely';
import type { Author, History, OrganizationAuthor } from '../activity-log/history';
import type { Reader, ResourceDatabase } from '../activity-log/unit-of-work';
import type { Page, PageRequest } from '../page';
import { readPage } from '../page';
import type { Schema } from '../schema';
import type { User } from './user';
import { toUser } from './user';
import { USER_HISTORY } from './user-history';

export interface Organization {
  readonly id: string;
  readonly name: string;
  readonly slug: string;
  readonly createdAt: Date;
  /** Whether sessions without a second factor can only access the user's own account. */
  readonly requiresSecondFactor: boolean;
  /** The monthly limits for all projects together. */
  readonly usageLimits: UsageLimits;
}

const ORGANIZATION_HISTORY: History<Organization> = {
  scope: 'Organization',
  nameOf: ({ name }) => name,
  wireFields: ({ name, requiresSecondFactor, usageLimits }) => ({
    name,
    enforce_2fa: requiresSecondFactor,
    usage_limits: usageLimits,
  }),
};

export interface NewUser {
  readonly organizationId: string;
  readonly email: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly currentProjectId: number | null;
  /** Owner by default. */
  readonly organizationLevel?: number;
  /** Without a hash, nobody can sign in as this user. */
  readonly passwordHash?: string;
}

export interface UserRepository {
  findById(id: number): Promise<User | null>;
  /** The users with these ids, by id; unknown ids are missing. */
  findMany(ids: readonly number[]): Promise<ReadonlyMap<number, User>>;
  findByEmail(email: string): Promise<User | null>;
  /** The active users of one organization, in order of id. */
  list(organizationId: string, page: PageRequest): Promise<Page<User>>;
  /** The users of one organization, including deactivated ones, in order of id. */
  listAll(organizationId: string): Promise<readonly User[]>;
  /** Null if the e-mail address is already used, ignoring the letter case. */
  create(by: Author, user: NewUser): Promise<User | null>;
  findOrganization(id: string): Promise<Organization | null>;
  /** Renames the author's organization; its slug stays. */
  setOrganizationName(by: OrganizationAuthor, name: string): Promise<void>;
  /** Sets whether sessions of the author's organization need a second factor. */
  setRequiresSecondFactor(by: OrganizationAuthor, requires: boolean): Promise<void>;
  /** Replaces the limits of the author's organization. */
  setUsageLimits(by: OrganizationAuthor, limits: UsageLimits): Promise<void>;
}

export async function findUser(db: Reader, id: number): Promise<User | null> {
  const row = await db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

export function createUserRepository({ db, change }: ResourceDatabase): UserRepository {
  const changeOrganization = (
    by: OrganizationAuthor,
    columns: UpdateObject<Schema, 'organizations', 'organizations'>,
  ): Promise<void> =>
    change(ORGANIZATION_HISTORY, by, async (tx, entry) => {
      const before = await findOrganization(tx, by.organizationId);
      await tx
        .updateTable('organizations')
        .set(columns)
        .where('id', '=', by.organizationId)
        .execute();
      const after = await findOrganization(tx, by.organizationId);
      return { result: undefined, entries: [entry(before, after)] };
    });
  const findMany = async (ids: readonly number[]): Promise<ReadonlyMap<number, User>> => {
    if (ids.length === 0) return new Map();
    const rows = await db.selectFrom('users').selectAll().where('id', 'in', ids).execute();
    return new Map(rows.map((row) => [row.id, toUser(row)]));
  };

  return {
    findMany,
    findById: (id) => findUser(db, id),
    async findByEmail(email) {
      const row = await db
        .selectFrom('users')
        .selectAll()
        .where('email', '=', email)
        .executeTakeFirst();
      return row === undefined ? null : toUser(row);
    },

    async list(organizationId, page) {
      const matches = db
        .selectFrom('users')
        .where('organization_id', '=', organizationId)
        .where('is_active', '=', true);
      const rows = matches.selectAll().orderBy('id');
      return readPage(matches, rows, page, toUser);
    },

    async listAll(organizationId) {
      const rows = await db
        .selectFrom('users')
        .selectAll()
        .where('organization_id', '=', organizationId)
        .orderBy('id')
        .execute();
      return rows.map(toUser);
    },

    create: (by, user) =>
      change(USER_HISTORY, by, async (tx, entry) => {
        // Compares with `lower(email)` as logins do, so that Postgres decides which spellings are equal.
        const taken = await tx
          .selectFrom('users')
          .select('id')
          .where(sql<boolean>`lower(email) = lower(${user.email})`)
          .limit(1)
          .executeTakeFirst();
        if (taken !== undefined) return { result: null, entries: [] };
        const row = await tx
          .insertInto('users')
          .values({
            uuid: randomUUID(),
            distinct_id: randomUUID(),
            organization_id: user.organizationId,
            email: user.email,
            first_name: user.firstName,
            last_name: user.lastName,
            is_email_verified: false,
            current_project_id: user.currentProjectId,
            ...(user.organizationLevel !== undefined && {
              organization_level: user.organizationLevel,
            }),
            ...(user.passwordHash !== undefined && { password_hash: user.passwordHash }),
          })
          .onConflict((conflict) => conflict.column('email').doNothing())
          .returningAll()
          .executeTakeFirst();
        const result = row === undefined ? null : toUser(row);
        return { result, entries: [entry(null, result)] };
      }),

    findOrganization: (id) => findOrganization(db, id),

    setRequiresSecondFactor: (by, requires) =>
      changeOrganization(by, { requires_second_factor: requires }),
    setOrganizationName: (by, name) => changeOrganization(by, { name }),
    setUsageLimits: (by, limits) =>
      changeOrganization(by, { usage_limits: JSON.stringify(limits) }),
  };
}

async function findOrganization(db: Reader, id: string): Promise<Organization | null> {
  const row = await db
    .selectFrom('organizations')
    .select([
      'id',
      'name',
      'slug',
      'created_at as createdAt',
      'requires_second_factor as requiresSecondFactor',
      'usage_limits as usageLimits',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}
