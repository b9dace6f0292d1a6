import { createLogger } from '@tidemark/platform';
import { createEmptyDatabaseUrl } from '@tidemark/testing';
import { sql } from 'kysely';
import { bootstrap } from './bootstrap';
import type { Database } from './database';
import { createDatabase } from './database';
import { hashPersonalApiKey } from './keys';
import { migrate } from './migrate';
import { migrations } from './migrations';
import { createPersonalApiKeyRepository } from './personal-api-keys/personal-api-key-repository';
import { createProjectRepository } from './projects/project-repository';

let database: Database;
beforeAll(async () => {
  const logger = createLogger('test', 'warn');
  database = createDatabase(await createEmptyDatabaseUrl(), { poolSize: 4, logger });
});
afterAll(() => database.close());

async function ledger(): Promise<unknown[]> {
  const { rows } = await sql<Record<string, unknown>>`
    SELECT id, name, finished_at IS NOT NULL AS finished FROM schema_migrations ORDER BY id`.execute(
    database.db,
  );
  return rows;
}

describe('migrate', () => {
  it('applies every migration once if there are simultaneous calls', async () => {
    const applied = await Promise.all([migrate(database), migrate(database), migrate(database)]);
    const known = migrations.map(({ id, name }) => ({ id, name }));
    expect(applied.flat()).toEqual(known);
    expect(await ledger()).toEqual(known.map((row) => ({ ...row, finished: true })));
    expect(await migrate(database)).toEqual([]);
  });

  it('keeps the ledger row of a migration that failed and finishes it later', async () => {
    const last = migrations.at(-1)!;
    await sql`UPDATE schema_migrations SET finished_at = NULL WHERE id = ${last.id}`.execute(
      database.db,
    );
    const broken = { ...last, sql: 'CREATE TABLE half (a integer); SELECT nonsense' };
    const withBroken = [...migrations.slice(0, -1), broken];
    await expect(migrate(database, withBroken)).rejects.toThrow('nonsense');
    expect((await ledger()).at(-1)).toEqual({ id: last.id, name: last.name, finished: false });
    const half = await sql`SELECT to_regclass('half') AS found`.execute(database.db);
    expect(half.rows).toEqual([{ found: null }]);
    expect(await migrate(database)).toEqual([{ id: last.id, name: last.name }]);
  });

  it('rejects a database that a newer version has migrated', async () => {
    await sql`INSERT INTO schema_migrations VALUES (9999, 'later', '', now(), now())`.execute(
      database.db,
    );
    await expect(migrate(database)).rejects.toThrow('Migration 9999 (later) is unknown');
    await sql`DELETE FROM schema_migrations WHERE id = 9999`.execute(database.db);
  });
});

describe('bootstrap', () => {
  const keys = { projectApiKey: 'phc_boot', personalApiKey: 'phx_boot_key_of_this_test' };

  it('creates project 1 and a key with all scopes, and can be repeated', async () => {
    await Promise.all([bootstrap(database, keys), bootstrap(database, keys)]);
    await bootstrap(database, keys);
    const projects = createProjectRepository(database);
    expect(await projects.findByToken('phc_boot')).toMatchObject({ id: 1, timezone: 'UTC' });
    const key = await createPersonalApiKeyRepository(database).findByHash(
      hashPersonalApiKey(keys.personalApiKey),
    );
    expect(key).toMatchObject({ userId: 1, scopes: ['*'], scopedTeams: [] });
    const users = await database.db.selectFrom('users').select('id').execute();
    expect(users).toHaveLength(1);
  });

  it('lets the next project have the id after 1', async () => {
    const projects = createProjectRepository(database);
    const { organizationId } = (await projects.findById(1))!;
    const second = await projects.create({ organizationId, userId: null }, { name: 'Second' });
    expect(second.id).toBe(2);
    await bootstrap(database, keys);
    expect((await projects.create({ organizationId, userId: null }, { name: 'Third' })).id).toBe(3);
  });

  it('replaces keys that differ', async () => {
    await bootstrap(database, { projectApiKey: 'phc_new', personalApiKey: 'phx_new_key' });
    const projects = createProjectRepository(database);
    expect(await projects.findByToken('phc_boot')).toBeNull();
    expect((await projects.findByToken('phc_new'))?.id).toBe(1);
    const keysByHash = createPersonalApiKeyRepository(database);
    expect(await keysByHash.findByHash(hashPersonalApiKey(keys.personalApiKey))).toBeNull();
    expect(await keysByHash.findByHash(hashPersonalApiKey('phx_new_key'))).not.toBeNull();
  });
});
