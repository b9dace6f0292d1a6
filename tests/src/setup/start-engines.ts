import { exportEngineUrls, startEngines } from '@tidemark/testing';
import { holdEngines } from './held-engines';

/** Once per run of the `integration` project: real engines for every test file. */
export default async function start(): Promise<void> {
  const engines = await startEngines();
  holdEngines(engines);
  exportEngineUrls(engines.urls);
}
