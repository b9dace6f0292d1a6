import type { Project } from '@tidemark/postgres';
import { createFeatureFlagRepository, createProjectRepository } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import type { EdgeFixture } from './edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from './edge-fixture';

export const PATH = `/flags/definitions?token=${PROJECT_TOKEN}&send_cohorts`;
export const PERSONAL_KEY = 'phx_edge_test';
export const JWT_SECRET = 'a secret for tokens of these tests, long enough';
export const FLAG_SECRETS_KEY = 'a key of the tests that is long enough';

/**
 * Registers an edge with two flags for a test file.
 * @returns functions that request their definitions
 */
export function flagDefinitionsScene() {
  let edge: EdgeFixture;
  let other: Project;
  let secret: string;

  const get = (path: string, key: string | null = PERSONAL_KEY, headers: object = {}) =>
    fetch(edge.url + path, {
      headers: { ...(key !== null && { authorization: `Bearer ${key}` }), ...headers },
    });
  const flags = () => createFeatureFlagRepository(edge.database);
  const announce = () => edge.channel.publish({ project_id: 1, what: 'feature_flags' });

  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores(), {
      FLAG_SECRETS_KEY,
      JWT_SECRET,
    });
    const projects = createProjectRepository(edge.database);
    other = await projects.create(
      { organizationId: edge.project.organizationId, userId: null },
      { name: 'Other' },
    );
    const rotated = await projects.rotateSecretKey({ projectId: 1, userId: null });
    if (rotated === null) throw new Error('Project 1 does not exist');
    secret = rotated.value;
    await flags().create(1, 1, { key: 'on' });
    await flags().create(1, 1, {
      key: 'remote',
      active: false,
      isRemoteConfiguration: true,
      filters: { groups: [{ properties: [] }], payloads: { true: '{"a":1}' } },
    });
    await edge.database.db
      .insertInto('group_types')
      .values({ project_id: 1, group_type: 'company', group_type_index: 0 })
      .execute();
    await announce();
  });
  afterAll(() => edge.stop());

  return {
    get edge() {
      return edge;
    },
    get other() {
      return other;
    },
    get secret() {
      return secret;
    },
    get,
    flags,
    announce,
  };
}
