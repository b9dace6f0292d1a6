import { bootstrap } from '@tidemark/postgres';
import { createIsolatedStores } from '@tidemark/testing';
import { start } from '..';
import { openPipeline, workerConfig } from './pipeline';

/** Opens the pipeline over stores of its own that have the project 1. `startWorker` starts a worker, which `close` stops. */
export async function openProjectPipeline() {
  const urls = await createIsolatedStores();
  const pipeline = await openPipeline(urls);
  await bootstrap(pipeline.database, { projectApiKey: 'phc_tests', personalApiKey: 'phx_tests' });
  const workers: Awaited<ReturnType<typeof start>>[] = [];
  return {
    ...pipeline,
    startWorker: async (): Promise<void> => {
      workers.push(await start(workerConfig(urls)));
    },
    close: async (): Promise<void> => {
      await Promise.all(workers.map((worker) => worker.stop()));
      await pipeline.close();
    },
  };
}

export type ProjectPipeline = Awaited<ReturnType<typeof openProjectPipeline>>;
