import { createApiClient } from '../../test-support/api-client';
import type { SharedProduct } from '../../test-support/shared-product';
import { sharedProduct } from '../../test-support/shared-product';
import type { ConformanceCase } from './case';
import { runCase } from './run-case';
import { walkAll, type Outcomes } from './walk-all';

/**
 * Runs all cases against the shared product, several at a time, and reports each case as a test.
 *
 * @param areas the cases by their heading
 */
export function describeCases(areas: Readonly<Record<string, readonly ConformanceCase[]>>): void {
  let outcomes: Outcomes<ConformanceCase>;
  let product: SharedProduct;

  beforeAll(async () => {
    product = await sharedProduct();
    const api = createApiClient(product.url, product.personalApiKey);
    outcomes = walkAll(Object.values(areas).flat(), (one) => runCase(product.url, api, one));
  });
  afterAll(async () => {
    await Promise.all(outcomes.values());
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
