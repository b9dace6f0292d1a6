import { waitUntil } from '@tidemark/testing';
import { walkAll, type Outcomes } from '../conformance/test-support/walk-all';
import { createApiClient, type ApiClient } from '../test-support/api-client';
import { sharedProduct, type SharedProduct } from '../test-support/shared-product';
import { expectResponse } from './response';
import { createEdgeProject, RejectedError, type EdgeProject } from './edge-project';
import type { EvaluationCase, Given, OperatorCase, WireSuite } from './format';
import { operatorResults, operatorFlag, operatorName } from './operator-flag';
import { suitesOf } from './read-suites';

/* Runs the published suite over HTTP against the running product. */

interface Walk {
  readonly area: string;
  readonly name: string;
  run(product: SharedProduct, api: ApiClient): Promise<void>;
}

/** Cases with a fixed clock are only run with the engine, because the clock of the product cannot be set. */
const OPERATORS = suitesOf('operators').flatMap(([area, { cases }]): Walk[] =>
  cases
    .filter(({ now }) => now === undefined)
    .map((one) => ({
      area,
      name: operatorName(one),
      run: (product, api) => walkOperator(product.url, api, one),
    })),
);

/** Cases with unavailable stores, and those whose data no request can write, are also only run with the engine. */
const EVALUATIONS = suitesOf('evaluation').flatMap(([area, { cases }]): Walk[] =>
  cases
    .filter((one) => isWritable(one))
    .map((one) => ({
      area,
      name: one.name,
      run: (product, api) => walkEvaluation(product.url, api, one),
    })),
);

const WIRE = suitesOf('wire').flatMap(([area, suite]): Walk[] => [
  { area, name: 'every case', run: (product, api) => walkWire(product.url, api, suite) },
]);

const WALKS = [...WIRE, ...OPERATORS, ...EVALUATIONS];
let outcomes: Outcomes<Walk>;

beforeAll(async () => {
  const product = await sharedProduct();
  const api = createApiClient(product.url, product.personalApiKey);
  outcomes = walkAll(WALKS, (walk) => walk.run(product, api));
});
afterAll(async () => {
  await Promise.all(outcomes.values());
});

it.each(WALKS.map((walk) => [walk.area, walk.name, walk] as const))(
  '%s: %s',
  async (_area, _name, walk) => {
    const failure = await outcomes.get(walk);
    if (failure !== null) throw failure ?? new Error('not walked');
  },
  300_000,
);

function isWritable({ unwritable, given }: EvaluationCase): boolean {
  const { unavailable = [], persons = [], cohorts = [] } = given;
  return (
    unwritable !== 'rewritten' &&
    unavailable.length === 0 &&
    persons.every(({ hash_keys }) => hash_keys === undefined) &&
    cohorts.every(({ is_static }) => is_static !== true)
  );
}

async function walkOperator(url: string, api: ApiClient, one: OperatorCase): Promise<void> {
  const given = { flags: [operatorFlag(one, 1)] };
  const project = await createOrReject(url, api, given, one);
  if (project === null) return;
  for (const { properties, expected } of operatorResults(one)) {
    const response = await project.ask({ distinct_id: 'u1', person_properties: { ...properties } });
    expect({ properties, flags: response.flags }).toMatchObject({
      properties,
      flags: { 'operator-1': { enabled: expected } },
    });
  }
}

async function walkEvaluation(url: string, api: ApiClient, one: EvaluationCase): Promise<void> {
  const project = await createOrReject(url, api, one.given, one);
  if (project === null) return;
  for (const ask of one.asks) {
    await waitUntil(async () => expectResponse(await project.ask(ask.request), ask));
  }
}

/** Creates the project of a case; null if the API rejected its definitions, as the case expects. */
async function createOrReject(
  url: string,
  api: ApiClient,
  given: Given,
  one: Partial<Pick<OperatorCase, 'unwritable' | 'timezone'>>,
): Promise<EdgeProject | null> {
  const created = createEdgeProject(url, api, given, one.timezone);
  if (one.unwritable === undefined) return created;
  await expect(created).rejects.toThrow(RejectedError);
  return null;
}

async function walkWire(url: string, api: ApiClient, suite: WireSuite): Promise<void> {
  const project = await createEdgeProject(url, api, suite.given);
  for (const { method, paths, body, keys, lacks } of suite.cases) {
    for (const path of paths) {
      const response = await project.send(method, path, suite.request);
      expect({ path, response }).toMatchObject({ path, response: body });
      const returned = [...keys, 'requestId', 'evaluatedAt'].sort();
      expect({ path, keys: Object.keys(response as object).sort() }).toEqual({
        path,
        keys: returned,
      });
      for (const place of lacks) expect(response).not.toHaveProperty(place);
    }
  }
}
