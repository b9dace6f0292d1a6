import { createHash, randomUUID } from 'node:crypto';
import type { Transaction } from 'kysely';
import { sql } from 'kysely';
import type { Database } from './database';
import { hashPersonalApiKey, maskPersonalApiKey } from './keys';
import type { Schema } from './schema';

export interface BootstrapKeys {
  /** The public token of project 1 (`phc_…`). */
  readonly projectApiKey: string;
  /** The value of a personal key with scope `*` (`phx_…`). */
  readonly personalApiKey: string;
}

const BOOTSTRAP_LOCK = 7_405_190_002;
const FIRST_PROJECT_ID = 1;
const FIRST_USER_ID = 1;
const BOOTSTRAP_KEY_ID = 'bootstrap';

/**
 * Creates the first organization, user, project (id 1) and personal key if they do not exist. Can be called
 * repeatedly. If the keys differ from those of an earlier call, they are replaced, so that an operator can replace a
 * leaked key with a restart. But if the token of the project was rotated since, the token of an earlier start is not
 * restored. Nothing else is changed.
 * @returns the current token of project 1
 */
export async function bootstrap(
  database: Database,
  keys: BootstrapKeys,
): Promise<{ readonly projectApiKey: string }> {
  return database.db.transaction().execute(async (transaction) => {
    await sql`SELECT pg_advisory_xact_lock(${BOOTSTRAP_LOCK})`.execute(transaction);
    const organizationId = await ensureOrganization(transaction);
    const projectApiKey = await ensureProject(transaction, organizationId, keys.projectApiKey);
    await ensureUser(transaction, organizationId);
    await ensurePersonalApiKey(transaction, keys.personalApiKey);
    return { projectApiKey };
  });
}

async function ensureOrganization(transaction: Transaction<Schema>): Promise<string> {
  await transaction
    .insertInto('organizations')
    .values({ id: randomUUID(), name: 'Default organization', slug: 'default' })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute();
  const { id } = await transaction
    .selectFrom('organizations')
    .select('id')
    .where('slug', '=', 'default')
    .executeTakeFirstOrThrow();
  return id;
}

async function ensureProject(
  transaction: Transaction<Schema>,
  organizationId: string,
  apiToken: string,
): Promise<string> {
  const project = await transaction
    .insertInto('projects')
    .values({
      id: FIRST_PROJECT_ID,
      uuid: randomUUID(),
      organization_id: organizationId,
      name: 'Default project',
      api_token: apiToken,
      bootstrap_api_token: apiToken,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({
        api_token: sql<string>`CASE WHEN projects.bootstrap_api_token = ${apiToken}
          THEN projects.api_token ELSE ${apiToken} END`,
        bootstrap_api_token: apiToken,
      }),
    )
    .returning('api_token')
    .executeTakeFirstOrThrow();
  await skipTakenIds(transaction, 'projects');
  return project.api_token;
}

async function ensureUser(transaction: Transaction<Schema>, organizationId: string): Promise<void> {
  const uuid = randomUUID();
  await transaction
    .insertInto('users')
    .values({
      id: FIRST_USER_ID,
      uuid,
      distinct_id: createHash('sha256').update(uuid).digest('hex').slice(0, 43),
      organization_id: organizationId,
      email: 'admin@localhost',
      first_name: 'Admin',
      is_email_verified: true,
      current_project_id: FIRST_PROJECT_ID,
    })
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
  await skipTakenIds(transaction, 'users');
}

async function ensurePersonalApiKey(
  transaction: Transaction<Schema>,
  value: string,
): Promise<void> {
  const secret = { secure_value: hashPersonalApiKey(value), mask_value: maskPersonalApiKey(value) };
  await transaction
    .insertInto('personal_api_keys')
    .values({
      ...secret,
      id: BOOTSTRAP_KEY_ID,
      user_id: FIRST_USER_ID,
      label: 'Bootstrap key',
      scopes: ['*'],
    })
    .onConflict((conflict) => conflict.column('id').doUpdateSet(secret))
    .execute();
}

/**
 * Inserting explicit ids does not advance an identity sequence, so this advances it past them; it never sets it back.
 */
async function skipTakenIds(
  transaction: Transaction<Schema>,
  table: 'projects' | 'users',
): Promise<void> {
  await sql`
    SELECT setval(
      pg_get_serial_sequence(${table}, 'id'),
      GREATEST(
        (SELECT max(id) FROM ${sql.table(table)}),
        nextval(pg_get_serial_sequence(${table}, 'id')) - 1,
        1
      )
    )`.execute(transaction);
}
