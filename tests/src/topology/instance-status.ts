import { waitUntil } from '@tidemark/testing';
import { personalHeaders } from './clients';
import type { Topology } from './start-topology';

/**
 * The maximum wait. A process is reported as missing after 20 seconds without a report, but a busy machine needs
 * longer.
 */
const NOTICED_MS = 180_000;
/** The time in which each process reports twice. */
const SETTLED_MS = 10_000;

interface InstanceStatus {
  readonly status: string;
  readonly summary: string;
  readonly problems: readonly { readonly severity: string; readonly message: string }[];
  readonly processes: readonly {
    readonly service: string;
    readonly pid: number;
    readonly state: string;
    readonly started_at: string;
  }[];
}

/** The status of the installation, requested through the gateway. */
async function instanceStatus(url: string): Promise<InstanceStatus> {
  const response = await fetch(`${url}/api/instance_status/`, { headers: personalHeaders });
  if (!response.ok) throw new Error(await response.text());
  return (await response.json()) as InstanceStatus;
}

/** The process ids of a service. */
async function processIds(url: string, service: string): Promise<readonly number[]> {
  const { processes } = await instanceStatus(url);
  return processes.filter((process) => process.service === service).map(({ pid }) => pid);
}

/**
 * Stops two ingest-workers one after the other, then makes ClickHouse unavailable. The summary must report each problem
 * while it lasts.
 */
export async function seeStatus({
  url,
  proxies,
}: Pick<Topology, 'url' | 'proxies'>): Promise<void> {
  const saying = (text: string) =>
    waitUntil(async () => expect((await instanceStatus(url)).summary).toContain(text), NOTICED_MS);
  await saying('Ingestion is healthy.');
  // Waits until each process has reported since the last one started, so that no process looks like the successor of
  // another one.
  const processes = await waitUntil(async () => {
    const { processes: known } = await instanceStatus(url);
    const started = known.map(({ started_at: at }) => Date.parse(at));
    expect(Date.now() - Math.max(...started)).toBeGreaterThan(SETTLED_MS);
    return known;
  });
  const states = processes.map(({ service, state }) => `${service} ${state}`);
  const services = ['api', 'delivery', 'edge', 'ingest-worker', 'query-worker'];
  expect(states.sort()).toEqual(services.flatMap((name) => [`${name} ready`, `${name} ready`]));

  const [first = 0, second = 0] = await processIds(url, 'ingest-worker');
  try {
    process.kill(first, 'SIGSTOP');
    await saying('1 of 2 processes of the ingest-worker stopped reporting');
    process.kill(second, 'SIGSTOP');
    await saying('Ingestion is not healthy: no ingest-worker runs');
  } finally {
    for (const pid of [first, second]) process.kill(pid, 'SIGCONT');
  }
  await saying('Ingestion is healthy. No event waits.');
  await proxies.clickhouse.cut();
  await saying('Ingestion is not healthy: ClickHouse cannot be reached');
  await proxies.clickhouse.mend();
  await saying('Ingestion is healthy.');
}
