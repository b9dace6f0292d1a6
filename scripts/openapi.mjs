// npm run openapi: writes docs/openapi.json, the description of the API, and the types of packages/client. Tests
// compare both with the routes of the api service and with the contracts.
import { randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { bin, root, run } from './lib/run.mjs';
import { build, ensureInstalled, main } from './lib/workspace.mjs';

const target = join(root, 'docs', 'openapi.json');
/** No server listens there; the routes can be listed without any store. */
const NOWHERE = '127.0.0.1:1';

await main(async () => {
  await ensureInstalled();
  await build('services/api');
  // The queues would print an error for each failed connection to Redis.
  console.error = () => undefined;
  const { readConfig, start } = await import('../services/api/dist/index.js');
  const service = await start(
    readConfig({
      PORT: '0',
      LOG_LEVEL: 'fatal',
      CLICKHOUSE_URL: `http://${NOWHERE}`,
      DATABASE_URL: `postgres://${NOWHERE}/none`,
      REDIS_URL: `redis://${NOWHERE}`,
      JWT_SECRET: randomUUID(),
      SERVICE_SECRET: randomUUID(),
    }),
  );
  const response = await fetch(`http://127.0.0.1:${service.port}/api/schema/`);
  if (!response.ok) throw new Error(`the api has no description: ${await response.text()}`);
  writeFileSync(target, `${JSON.stringify(await response.json(), null, 2)}\n`);
  await run(bin('prettier'), ['--write', '--log-level', 'warn', target]);
  await run(process.execPath, [join(root, 'packages', 'client', 'build', 'types.mjs')]);
  console.log(`wrote ${target} and packages/client/src/generated`);
  // Ends at once, without waiting for connections to the missing stores.
  process.exit(0);
});
