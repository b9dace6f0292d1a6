import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Reader, Recorded, ResourceDatabase, Writer } from '../activity-log/unit-of-work';
import type { User } from '../users/user';
import { toUser } from '../users/user';
import { USER_HISTORY } from '../users/user-history';
import { findUser } from '../users/user-repository';

/** The account of a user at an OpenID Connect provider; its subject stays the same when names and addresses change. */
interface ProviderAccount {
  readonly issuer: string;
  readonly subject: string;
}

/** An account with the time of its first sign-in. */
interface LinkedAccount extends ProviderAccount {
  readonly createdAt: Date;
}

/** Why an account of a provider cannot sign in. */
export type ProviderRejection = 'unknown' | 'deactivated' | 'linked_to_another';

/** Users and their accounts at OpenID Connect providers. */
export interface ProviderAccountRepository {
  /**
   * The user of an account. An account that signs in for the first time is linked to the user with its e-mail
   * address, or to a new user of the first organization.
   * @param given.newUserLevel the role of a new user; null: only existing users may sign in
   */
  signIn(given: {
    readonly account: ProviderAccount;
    readonly email: string;
    readonly firstName: string;
    readonly lastName: string;
    readonly newUserLevel: number | null;
    readonly now: Date;
  }): Promise<{ readonly user: User } | { readonly rejection: ProviderRejection }>;

  /** The accounts with which a user can sign in, the oldest first. */
  list(userId: number): Promise<readonly LinkedAccount[]>;

  /** @returns false if the user has no such account */
  unlink(user: User, account: ProviderAccount): Promise<boolean>;
}

type Outcome = Awaited<ReturnType<ProviderAccountRepository['signIn']>>;

export function createProviderAccountRepository({
  db,
  change,
}: ResourceDatabase): ProviderAccountRepository {
  return {
    async signIn(given) {
      const { account, email, newUserLevel } = given;
      const linked = await findLinked(db, account);
      if (linked !== null) return linked.isActive ? { user: linked } : { rejection: 'deactivated' };
      const known = await findByAddress(db, email);
      const organizationId = known?.organizationId ?? (await firstOrganization(db));
      const by = { organizationId, userId: known?.id ?? null };
      return change(USER_HISTORY, by, async (tx, entry): Promise<Recorded<Outcome>> => {
        const user = await findByAddress(tx, email);
        if (user !== null) {
          if (!user.isActive) return rejected('deactivated');
          if (await hasAccountAt(tx, user.id, account.issuer)) return rejected('linked_to_another');
          await link(tx, user.id, given);
          const entries = [entry(user, user, { activity: 'linked_provider' })];
          return { result: { user }, entries };
        }
        if (newUserLevel === null) return rejected('unknown');
        const made = await createUser(tx, organizationId, given, newUserLevel);
        await link(tx, made.id, given);
        return { result: { user: made }, entries: [entry(null, made)] };
      });
    },

    async list(userId) {
      const rows = await db
        .selectFrom('provider_accounts')
        .select(['issuer', 'subject', 'created_at'])
        .where('user_id', '=', userId)
        .orderBy('created_at')
        .execute();
      return rows.map(({ created_at: createdAt, ...account }) => ({ ...account, createdAt }));
    },

    unlink(user, { issuer, subject }) {
      const by = { organizationId: user.organizationId, userId: user.id };
      return change(USER_HISTORY, by, async (tx, entry): Promise<Recorded<boolean>> => {
        const { numDeletedRows } = await tx
          .deleteFrom('provider_accounts')
          .where('user_id', '=', user.id)
          .where('issuer', '=', issuer)
          .where('subject', '=', subject)
          .executeTakeFirst();
        const wasThere = numDeletedRows > 0n;
        const entries = wasThere ? [entry(user, user, { activity: 'unlinked_provider' })] : [];
        return { result: wasThere, entries };
      });
    },
  };
}

function rejected(rejection: ProviderRejection): Recorded<Outcome> {
  return { result: { rejection }, entries: [] };
}

async function findLinked(db: Reader, { issuer, subject }: ProviderAccount): Promise<User | null> {
  const row = await db
    .selectFrom('provider_accounts')
    .select('user_id')
    .where('issuer', '=', issuer)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return row === undefined ? null : findUser(db, row.user_id);
}

async function findByAddress(db: Reader, email: string): Promise<User | null> {
  const row = await db
    .selectFrom('users')
    .selectAll()
    .where(sql<boolean>`lower(email) = lower(${email})`)
    // Prefers the user in the same order as a login with a password: active users first, then the exact spelling.
    .orderBy('is_active', 'desc')
    .orderBy(sql<boolean>`email = ${email}`, 'desc')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  return row === undefined ? null : toUser(row);
}

/**
 * Whether a user is already linked to an account of this provider. Another account with the same address then belongs
 * to another person, who got the address later.
 */
async function hasAccountAt(db: Reader, userId: number, issuer: string): Promise<boolean> {
  const row = await db
    .selectFrom('provider_accounts')
    .select('subject')
    .where('user_id', '=', userId)
    .where('issuer', '=', issuer)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

async function link(
  tx: Writer,
  userId: number,
  { account, now }: { readonly account: ProviderAccount; readonly now: Date },
): Promise<void> {
  await tx
    .insertInto('provider_accounts')
    .values({ ...account, user_id: userId, created_at: now })
    .execute();
}

async function firstOrganization(db: Reader): Promise<string> {
  const { id } = await db
    .selectFrom('organizations')
    .select('id')
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirstOrThrow();
  return id;
}

async function createUser(
  tx: Writer,
  organizationId: string,
  given: { readonly email: string; readonly firstName: string; readonly lastName: string },
  level: number,
): Promise<User> {
  const project = await tx
    .selectFrom('projects')
    .select('id')
    .where('organization_id', '=', organizationId)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const row = await tx
    .insertInto('users')
    .values({
      uuid: randomUUID(),
      distinct_id: randomUUID(),
      organization_id: organizationId,
      email: given.email,
      first_name: given.firstName,
      last_name: given.lastName,
      is_email_verified: true,
      current_project_id: project?.id ?? null,
      organization_level: level,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return toUser(row);
}
