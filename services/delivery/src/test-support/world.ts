import { randomUUID } from 'node:crypto';
import { createClickHouse } from '@tidemark/clickhouse';
import { deliverySchema } from '@tidemark/configuration';
import { createLogger, createSealedBox } from '@tidemark/platform';
import type { RunningService } from '@tidemark/platform';
import type { DestinationFields } from '@tidemark/postgres';
import {
  bootstrap,
  createDatabase,
  createDestinationRepository,
  createDeliveryLog,
  recordDeliveries,
} from '@tidemark/postgres';
import { closeRedis, createRecentEvents, createRedis, waitUntilReady } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import { start } from '../start';

const SECRETS_KEY = 'a key of the tests that is long enough';
const PROJECT = 1;
const DAY = '2026-03-01';

/** Opens migrated stores with one project, and functions that fill them. */
export async function openWorld() {
  const urls = await createIsolatedStores();
  const logger = createLogger('test', 'silent');
  const clickhouse = createClickHouse({ url: urls.clickhouse, logger });
  const database = createDatabase(urls.postgres, { poolSize: 4, logger });
  await bootstrap(database, { projectApiKey: 'phc_delivery', personalApiKey: 'phx_delivery' });
  const destinations = createDestinationRepository(database);
  const by = { projectId: PROJECT, userId: null };
  const services: RunningService[] = [];
  const redis = createRedis(urls.redis, 'consumer', logger);
  await waitUntilReady(redis, 10_000);

  return {
    database,
    destinations,
    by,
    log: createDeliveryLog(database),
    /** Starts a delivery service over these stores. */
    async deliver(given: Readonly<Record<string, string>> = {}) {
      const service = await start(
        deliverySchema.parse({
          PORT: '0',
          LOG_LEVEL: 'silent',
          CLICKHOUSE_URL: urls.clickhouse,
          DATABASE_URL: urls.postgres,
          REDIS_URL: urls.redis,
          EXPORT_SECRETS_KEY: SECRETS_KEY,
          DELIVERY_ALLOW_PRIVATE_ENDPOINTS: '1',
          DELIVERY_TIMEOUT_SECONDS: '1',
          DELIVERY_RETRY_SECONDS: '0.2',
          ...given,
        }),
      );
      services.push(service);
      return service;
    },
    /** @param secrets values of secret inputs */
    async destination(
      fields: Partial<DestinationFields> & { readonly templateId: string },
      secrets: Readonly<Record<string, unknown>> = {},
    ): Promise<string> {
      const id = randomUUID();
      const sealed = Object.fromEntries(
        Object.entries(secrets).map(([key, value]) => [key, { value }]),
      );
      await destinations.create(by, id, {
        type: 'destination',
        name: 'A destination',
        description: '',
        enabled: true,
        deleted: false,
        iconUrl: null,
        inputs: {},
        filters: {},
        secretInputs:
          Object.keys(secrets).length === 0
            ? null
            : createSealedBox(SECRETS_KEY).seal(JSON.stringify(sealed), id),
        ...fields,
      });
      return id;
    },
    /** Stores an event. @returns its uuid */
    async event(given: { readonly event?: string; readonly properties?: object } = {}) {
      const uuid = randomUUID();
      const properties = JSON.stringify(given.properties ?? { sum: 5 });
      await clickhouse.insertJsonEachRow('events', [
        {
          uuid,
          event: given.event ?? 'paid',
          team_id: PROJECT,
          distinct_id: 'ann',
          person_id: '00000000-0000-4000-8000-000000000001',
          person_properties: { email: 'ann@example.com' },
          timestamp: `${DAY} 10:00:00.000000`,
          created_at: `${DAY} 10:00:00.000`,
          properties_text: properties,
        },
      ]);
      return uuid;
    },
    /** Keeps an event as the ingest-worker does; ClickHouse does not have it. @returns its uuid */
    async recentEvent(): Promise<string> {
      const uuid = randomUUID();
      const event = {
        ...{ uuid, event: 'paid', distinctId: 'ann', timestamp: `${DAY}T10:00:00.000000Z` },
        ...{ properties: { sum: 7 }, elementsChain: '', groups: ['', '', '', '', ''] },
        personId: '00000000-0000-4000-8000-000000000001',
        personProperties: { email: 'ann@example.com' },
      };
      const kept = { projectId: PROJECT, uuid, text: JSON.stringify(event) };
      await createRecentEvents(redis, Date.now).keep([kept]);
      return uuid;
    },
    /** Records that an event is to be delivered. */
    async note(
      destinationId: string,
      eventUuid: string,
      { eventName = 'paid', actionId = null as number | null } = {},
    ): Promise<string> {
      const id = randomUUID();
      await recordDeliveries(database, [
        {
          id,
          projectId: PROJECT,
          destinationId,
          actionId,
          eventUuid,
          eventName,
          distinctId: 'ann',
          eventAt: new Date(`${DAY}T10:00:00Z`),
        },
      ]);
      return id;
    },
    async run(destinationId: string) {
      const page = { limit: 10, offset: 0 };
      return (await createDeliveryLog(database).list(PROJECT, destinationId, { page })).rows;
    },
    async close() {
      await Promise.all(services.map((service) => service.stop()));
      await Promise.all([clickhouse.close(), database.close(), closeRedis(redis)]);
    },
  };
}

export type World = Awaited<ReturnType<typeof openWorld>>;
