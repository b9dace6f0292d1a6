import { randomUUID } from 'node:crypto';
import { createFeatureFlagRepository } from '@tidemark/postgres';
import type { FeatureFlagFields } from '@tidemark/postgres';
import { createIsolatedStores, waitUntil } from '@tidemark/testing';
import type { EdgeFixture } from './edge-fixture';
import { PROJECT_TOKEN, startEdgeFixture } from './edge-fixture';
import type { FlagStream } from './flag-stream';
import { openFlagStream } from './flag-stream';

export const FLAG_SECRETS_KEY = 'a key of the tests that is long enough';

export const where = (property: object, rollout = 100) => ({
  groups: [{ properties: [property], rollout_percentage: rollout }],
});
export const forPlan = (plan: string) =>
  where({ key: 'plan', type: 'person', operator: 'exact', value: plan });

interface AskedFlag {
  readonly enabled: boolean;
}

/**
 * Registers an edge for a test file, and closes its streams after each test.
 * @returns functions that open streams of flags
 */
export function liveFlagsScene() {
  let edge: EdgeFixture;
  const streams: FlagStream[] = [];
  const flags = () => createFeatureFlagRepository(edge.database);
  const announce = (what: 'feature_flags' | 'project' = 'feature_flags') =>
    edge.channel.publish({ project_id: 1, what });

  async function create(
    fields: Pick<FeatureFlagFields, 'key' | 'filters'> & Partial<FeatureFlagFields>,
  ): Promise<number> {
    const saved = await flags().create(1, 1, fields);
    if (saved.outcome !== 'saved') throw new Error(saved.outcome);
    await announce();
    const runtime = { evaluation_runtime: fields.evaluationRuntime ?? 'client' };
    await waitUntil(async () => fields.key in (await ask(runtime)));
    return saved.flag.id;
  }
  /** Returns the flags in the response of `/flags`. */
  async function ask(
    more: Readonly<Record<string, unknown>>,
  ): Promise<Readonly<Record<string, AskedFlag>>> {
    const response = await fetch(`${edge.url}/flags/?v=2`, {
      method: 'POST',
      body: JSON.stringify({ token: PROJECT_TOKEN, distinct_id: 'u1', ...more }),
    });
    return ((await response.json()) as { flags: Record<string, AskedFlag> }).flags;
  }
  async function update(id: number, fields: Partial<FeatureFlagFields>): Promise<void> {
    const saved = await flags().update(1, 1, id, fields);
    if (saved.outcome !== 'saved') throw new Error(saved.outcome);
    await announce();
  }
  async function open(
    parameters: Readonly<Record<string, unknown>>,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<FlagStream> {
    const stream = await openFlagStream(
      edge.url,
      { token: PROJECT_TOKEN, distinct_id: 'u1', ...parameters },
      headers,
    );
    streams.push(stream);
    return stream;
  }
  async function createPerson(distinctId: string, properties: object): Promise<void> {
    const row = { project_id: 1, version: 0 };
    const id = randomUUID();
    await edge.database.db
      .insertInto('persons')
      .values({ ...row, id, properties: JSON.stringify(properties), created_at: new Date() })
      .execute();
    await edge.database.db
      .insertInto('person_distinct_ids')
      .values({ ...row, distinct_id: distinctId, person_id: id })
      .execute();
  }
  const metric = async (name: string): Promise<number> => {
    const text = await (await fetch(`${edge.url}/metrics`)).text();
    return Number(new RegExp(`^${name}\\S* (\\d+)`, 'm').exec(text)?.[1] ?? NaN);
  };

  beforeAll(async () => {
    edge = await startEdgeFixture(await createIsolatedStores(), {
      FLAG_SECRETS_KEY,
      LIVE_FLAG_STREAMS_MAX: 100,
      LIVE_FLAG_STREAMS_PER_PROJECT: 8,
    });
  });
  afterEach(async () => {
    for (const stream of streams.splice(0)) stream.close();
    await waitUntil(async () => (await metric('edge_live_flag_streams')) === 0, 10_000);
  });
  afterAll(() => edge.stop());

  return {
    get edge() {
      return edge;
    },
    announce,
    create,
    ask,
    update,
    open,
    createPerson,
    metric,
  };
}
