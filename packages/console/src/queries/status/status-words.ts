import { numberWords } from '../numbers';

/** The names of the services, in the order in which an event passes through them. */
const SERVICES: Readonly<Record<string, string>> = {
  edge: 'Edge: capture and flags',
  'ingest-worker': 'Ingest-worker: persons and rows',
  api: 'Api: queries and settings',
  'query-worker': 'Query-worker: background work',
  delivery: 'Delivery: destinations',
};

const QUEUES: Readonly<Record<string, string>> = {
  queries: 'Background queries',
  cohorts: 'Cohorts',
  exports: 'Exports',
  warehouse: 'Loads of tables',
  samples: 'Sample data',
  deliveries: 'Deliveries to destinations',
  slow_deliveries: 'Deliveries to slow receivers',
  imports: 'Imports',
};

const STORES: Readonly<Record<string, string>> = {
  postgres: 'Postgres: settings and persons',
  redis: 'Redis: ingest log and queues',
  clickhouse: 'ClickHouse: events',
};

/** The name of a service, queue or store; an unknown one is shown under its name in the API. */
export function serviceWords(name: string): string {
  return SERVICES[name] ?? name;
}

export function queueWords(name: string): string {
  return QUEUES[name] ?? name;
}

export function storeWords(name: string): string {
  return STORES[name] ?? name;
}

/** Processes, sorted in the order in which an event passes through their services. */
export function byService<T extends { readonly service: string }>(
  processes: readonly T[],
): readonly T[] {
  const order = Object.keys(SERVICES);
  const rank = ({ service }: T): number => {
    const at = order.indexOf(service);
    return at === -1 ? order.length : at;
  };
  return [...processes].sort((a, b) => rank(a) - rank(b));
}

/** The failed checks of a process, one per dependency; empty if all succeed. */
export function failedChecks(checks: Readonly<Record<string, string>>): readonly string[] {
  return Object.entries(checks)
    .filter(([, state]) => state !== 'ok')
    .map(([name, state]) => `${name}: ${state}`);
}

/**
 * Describes the number of waiting events and how it changed. `change` is the difference from the previous check; null
 * at the first check.
 */
export function waitingText(waiting: number, change: number | null): string {
  if (change === null || change === 0) return numberWords(waiting);
  const word = change > 0 ? 'more' : 'fewer';
  return `${numberWords(waiting)}, ${numberWords(Math.abs(change))} ${word} than at the check before`;
}
