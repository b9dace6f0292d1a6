import { createClickHouse } from '@tidemark/clickhouse';
import type { ClickHouse } from '@tidemark/clickhouse';
import { identityLines, personUuid } from '@tidemark/domain';
import { createLogger } from '@tidemark/platform';
import type { Database } from '@tidemark/postgres';
import { createDatabase, createIdentityStore } from '@tidemark/postgres';
import type { Redis } from '@tidemark/redis';
import { closeRedis, createRedis } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import type { TestApi } from './api';
import { startTestApi } from './api';

const logger = createLogger('test', 'silent');

/**
 * Registers an API with a new project for each test of a file.
 * @returns functions that make persons and read what is stored
 */
export function personScene() {
  let api: TestApi;
  let database: Database;
  let clickhouse: ClickHouse;
  let redis: Redis;
  let project: number;
  let root: string;

  beforeAll(async () => {
    const urls = await createIsolatedStores();
    database = createDatabase(urls.postgres, { poolSize: 2, logger });
    clickhouse = createClickHouse({ url: urls.clickhouse, logger });
    api = await startTestApi(urls);
    redis = createRedis(urls.redis, 'consumer', logger);
  });
  afterAll(async () => {
    await Promise.all([api.stop(), database.close(), clickhouse.close(), closeRedis(redis)]);
  });
  beforeEach(async () => {
    project = await api.newProject();
    root = `/api/projects/${project}/persons/`;
  });

  /** Creates a person in both stores as the ingest worker does. */
  async function person(name: string, more: object = {}, ...otherIds: string[]): Promise<string> {
    const id = personUuid(project, name);
    const created = [
      {
        projectId: project,
        id,
        properties: { email: `${name}@x.io`, ...more },
        isIdentified: true,
        version: 0,
        createdAt: new Date('2026-01-02T03:04:05Z'),
      },
    ];
    const attached = [name, ...otherIds].map((distinctId) => ({
      projectId: project,
      distinctId,
      personId: id,
      version: 0,
    }));
    const none = { updated: [], deleted: [], attachedTo: [], personlessSeen: [] };
    const writes = { ...none, created, attached, groupTypes: [], groups: [] };
    const { commit } = await createIdentityStore(database).resolve(
      { distinctIds: [], mergeIds: [], groupProjects: [] },
      () => ({ writes, result: null }),
    );
    const lines = identityLines({
      persons: created,
      distinctIds: attached,
      tombstones: [],
      freedDistinctIds: [],
      groups: [],
    });
    for (const [table, rows] of Object.entries(lines)) {
      if (rows.length > 0) await clickhouse.insertJsonEachRow(table, Buffer.from(rows.join('\n')));
    }
    await createIdentityStore(database).complete([commit.outboxId ?? 0]);
    return id;
  }

  async function hogql(query: string): Promise<unknown> {
    const response = await api.call('POST', `/api/projects/${project}/query/`, {
      json: { query: { kind: 'HogQLQuery', query } },
    });
    return response.body.results;
  }
  const stored = () =>
    hogql('SELECT toString(id), properties.plan FROM persons ORDER BY properties.email');
  const owners = () =>
    hogql('SELECT distinct_id, toString(person_id) FROM person_distinct_ids ORDER BY distinct_id');

  return {
    get api() {
      return api;
    },
    get database() {
      return database;
    },
    get redis() {
      return redis;
    },
    get project() {
      return project;
    },
    get root() {
      return root;
    },
    person,
    stored,
    owners,
  };
}
