import type { ApiClient } from '../../support/api-client';
import { createApiClient } from '../../support/api-client';
import type { Standalone } from '../../support/standalone';
import { startStandalone } from '../../support/standalone';
import type { ConformanceCase } from './case';
import { runCase } from './run-case';

/** Cases walked at the same time; each mostly waits for its rows. */
const WALKERS = 6;

/**
 * Starts the product once and walks all cases, several at a time; every case is a test of its own.
 *
 * @param areas cases by the heading they are reported under.
 */
export function describeCases(areas: Readonly<Record<string, readonly ConformanceCase[]>>): void {
  const outcomes = new Map<ConformanceCase, Promise<Error | null>>();
  let product: Standalone;

  beforeAll(async () => {
    product = await startStandalone();
    const api = createApiClient(product.url, product.personalApiKey);
    walkAll(product.url, api, Object.values(areas).flat(), outcomes);
  });
  afterAll(async () => {
    await Promise.all(outcomes.values());
    await product.stop();
  });

  for (const [area, cases] of Object.entries(areas)) {
    describe(area, () => {
      it.each(cases.map((one): [string, ConformanceCase] => [one.name, one]))(
        '%s',
        async (_, one) => {
          const failure = await outcomes.get(one);
          if (failure !== null) throw failure ?? new Error('not walked');
        },
      );
    });
  }
}

/** Puts a promise of every case's failure, or null, into `outcomes`; returns at once. */
function walkAll(
  url: string,
  api: ApiClient,
  cases: readonly ConformanceCase[],
  outcomes: Map<ConformanceCase, Promise<Error | null>>,
): void {
  const walkers: Promise<unknown>[] = Array.from({ length: WALKERS }, () => Promise.resolve());
  cases.forEach((one, index) => {
    const before = walkers[index % WALKERS];
    const outcome = Promise.resolve(before).then(() =>
      runCase(url, api, one).then(
        () => null,
        (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
      ),
    );
    walkers[index % WALKERS] = outcome;
    outcomes.set(one, outcome);
  });
}
