import { compileFlags, evaluateFlags, toFlagsV2 } from '@tidemark/flag-engine';
import fc from 'fast-check';
import { PostHog } from 'posthog-node';
import { createApiClient, type ApiClient } from '../test-support/api-client';
import { sharedProduct, type SharedProduct } from '../test-support/shared-product';
import { createEdgeProject, type EdgeProject } from './edge-project';
import type { Ask } from './format';
import { contextOf, selectionOf, storedCohorts, storedFlags } from './given-context';
import { randomProject, randomRequest } from './random-flags';
import { askLocally } from './sdk-client';

const ROUNDS = 5;
const FLAGS = 60;
const REQUESTS = 60;

let product: SharedProduct;
let api: ApiClient;

beforeAll(async () => {
  product = await sharedProduct();
  api = createApiClient(product.url, product.personalApiKey);
  jest.spyOn(console, 'warn').mockImplementation(() => undefined);
});

/* 300 random flags, each evaluated for 60 random users: 18,000 values. The flag engine, the running product and
   posthog-node (for flags that it evaluates locally) must return the same values. */
it('engine, product and SDK agree on random flags and users', async () => {
  let decidedBySdk = 0;
  const requests = fc.array(randomRequest, { minLength: REQUESTS, maxLength: REQUESTS });
  const round = fc.asyncProperty(randomProject(FLAGS), requests, async (random, asked) => {
    const project = await createEdgeProject(product.url, api, random.given);
    const sdk = sdkOf(project);
    await sdk.reloadFeatureFlags();
    for (const request of asked) {
      const { flags } = expectSameDetails(project, request, await project.ask(request));
      const { values } = await askLocally(sdk, request);
      const tame = Object.entries(values).filter(([key]) => random.tame.has(key));
      decidedBySdk += tame.length;
      const same = Object.fromEntries(
        tame.map(([key]) => [key, flags[key]?.variant ?? flags[key]?.enabled]),
      );
      expect({ request, values: Object.fromEntries(tame) }).toEqual({ request, values: same });
    }
    await sdk.shutdown();
  });
  // Failures are not shrunk, because every attempt would create another project.
  await fc.assert(round, { numRuns: ROUNDS, endOnFailure: true });
  expect(decidedBySdk).toBeGreaterThan((ROUNDS * FLAGS * REQUESTS) / 4);
});

/** Compares all details of the product's response with those of the engine. */
function expectSameDetails(
  { stored }: EdgeProject,
  request: Ask['request'],
  response: object,
): ReturnType<typeof toFlagsV2> {
  const ask = { request, flags: {} };
  const compiled = compileFlags(storedFlags(stored), storedCohorts(stored));
  const context = { ...contextOf(stored, ask), now: new Date() };
  const ours = toFlagsV2(evaluateFlags(compiled, context, selectionOf(ask)));
  expect({ request, response }).toMatchObject({
    request,
    response: JSON.parse(JSON.stringify(ours)) as object,
  });
  return ours;
}

function sdkOf({ token }: EdgeProject): PostHog {
  return new PostHog(token, {
    host: product.url,
    personalApiKey: product.personalApiKey,
    featureFlagsPollingInterval: 3_600_000,
  });
}
