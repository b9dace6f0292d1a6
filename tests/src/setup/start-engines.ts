import {
  createClickHouseTemplate,
  createDatabaseTemplate,
  exportEngineUrls,
  startEngines,
} from '@tidemark/testing';
import { PRODUCT_DESK } from '../test-support/shared-product';
import { hold } from './held-engines';
import { openProductDesk } from './product-desk';
import { putRedisOnPath } from './redis-on-path';

/** Runs once before the tests of the `integration` project: starts real engines and one product for all test files. */
export default async function start(): Promise<void> {
  await putRedisOnPath();
  const engines = await startEngines();
  await Promise.all([
    createDatabaseTemplate(engines.urls.postgres),
    createClickHouseTemplate(engines.urls.clickhouse),
  ]);
  const desk = await openProductDesk();
  hold({ engines, desk });
  exportEngineUrls(engines.urls);
  process.env[PRODUCT_DESK] = desk.url;
}
