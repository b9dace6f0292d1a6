import { exportEngineUrls, startEngines } from '@tidemark/testing';
import { PRODUCT_DESK } from '../support/shared-product';
import { hold } from './held-engines';
import { openProductDesk } from './product-desk';

/** Once per run of the `integration` project: real engines, and one product, for every test file. */
export default async function start(): Promise<void> {
  const engines = await startEngines();
  const desk = await openProductDesk();
  hold({ engines, desk });
  exportEngineUrls(engines.urls);
  process.env[PRODUCT_DESK] = desk.url;
}
