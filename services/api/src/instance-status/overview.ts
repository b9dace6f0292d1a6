import type { InstanceStatus, InstanceStore } from '@tidemark/contracts';

/** The list of PostHog's status page; entries that Tidemark also has use PostHog's keys. */
export function overviewOf({
  version,
  stores,
  processes,
  ingestion,
}: Pick<
  InstanceStatus,
  'version' | 'stores' | 'processes' | 'ingestion'
>): InstanceStatus['results']['overview'] {
  const isAlive = processes.some(
    ({ service, state }) => service === 'ingest-worker' && state !== 'missing',
  );
  return [
    { key: 'tidemark_version', metric: 'Tidemark version', value: version },
    { key: 'plugin_sever_alive', metric: 'Ingest-worker alive', value: isAlive },
    ...storeRows(stores, 'postgres', ['db_alive', 'pg_version', 'Postgres']),
    ...storeRows(stores, 'redis', ['redis_alive', 'redis_version', 'Redis']),
    ...storeRows(stores, 'clickhouse', ['clickhouse_alive', 'clickhouse_version', 'ClickHouse']),
    ...(ingestion === null
      ? []
      : [
          {
            key: 'ingestion_lag_events',
            metric: 'Unprocessed events',
            value: ingestion.waiting_events,
          },
          {
            key: 'dead_letter_queue_size',
            metric: 'Dead letters',
            value: ingestion.dead_letters,
          },
        ]),
  ];
}

function storeRows(
  stores: readonly InstanceStore[],
  name: InstanceStore['name'],
  [alive, version, title]: readonly [alive: string, version: string, title: string],
): InstanceStatus['results']['overview'] {
  const store = stores.find((known) => known.name === name);
  return [
    { key: alive, metric: `${title} alive`, value: store?.is_available ?? false },
    { key: version, metric: `${title} version`, value: store?.version ?? 'unknown' },
  ];
}
