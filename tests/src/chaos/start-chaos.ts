import type { Standalone } from '../support/standalone';
import { startStandalone } from '../support/standalone';
import type { SecondWorker } from './faults/second-worker';
import { startSecondWorker } from './faults/second-worker';
import type { Stores } from './stores';
import { openStores, workerEnvironment } from './stores';

export interface Chaos {
  readonly product: Standalone;
  readonly second: SecondWorker;
  readonly stores: Stores;
  stop(): Promise<void>;
}

/** The product as users start it, one more ingest-worker, and a way behind its stores. */
export async function startChaos(): Promise<Chaos> {
  const product = await startStandalone();
  const environment = workerEnvironment(product);
  const second = await startSecondWorker(environment);
  const stores = openStores(environment);
  return {
    product,
    second,
    stores,
    stop: async () => {
      await stores.close();
      await second.stop();
      await product.stop();
    },
  };
}
