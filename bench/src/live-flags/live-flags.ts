import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import type { MeasuredServer } from '../child';
import { startServer } from '../child';
import { flagId, setActive } from '../flags/change';
import { median } from '../median';
import { createFlags, createMixedFlags } from '../seed/flags';
import { seedPersons } from '../seed/persons';
import { propertiesOf } from '../seed/users';
import type { BenchStack } from '../stack';
import { PROJECT_API_KEY, startBenchStack } from '../stack';
import type { StreamClients } from './stream-clients';
import { openStreams } from './stream-clients';

const FLAGS = 50;
/** The number of stored persons. */
const USERS = 10_000;
const CHANGES = 10;
const IDLE_SECONDS = 30;
const SETTLE_MS = 3_000;
const TARGET_KB = 20;
const TARGET_MS = 1_000;
const ASK_EVERY_MS = 5;

/**
 * Measures open flag streams on one edge process: the memory of each compared with idle streams of a bare node:http
 * server, the CPU while nothing changes, the time from the API's response to a change until the last stream has it, and
 * the latency of `/flags` requests meanwhile.
 */
export async function benchLiveFlags(streams: number, only: string): Promise<void> {
  const stack = await startBenchStack();
  try {
    const api = await stack.startService('api');
    const cases = async (title: string, queryOf: (index: number) => string): Promise<void> => {
      if (title.includes(only)) await measure(stack, api, title, streams, queryOf);
    };
    await createFlags(api.url, 1);
    await cases('1 flag, properties in the request', carrying);
    await createMixedFlags(api.url, FLAGS - 1);
    await cases(`${FLAGS} flags, properties in the request`, carrying);
    await seedPersons(stack.urls.postgres, USERS);
    await cases(`${FLAGS} flags, stored properties`, naming);
    await cases(`${FLAGS} flags, unknown persons`, unknown);
  } finally {
    await stack.stop();
  }
}

async function measure(
  stack: BenchStack,
  api: MeasuredServer,
  title: string,
  streams: number,
  queryOf: (index: number) => string,
): Promise<void> {
  const edge = await stack.startService('edge', {
    LIVE_FLAG_STREAMS_MAX: String(2 * streams),
    LIVE_FLAG_STREAMS_PER_PROJECT: String(streams),
  });
  const body = await flagsOf(edge);
  const floor = await startServer(join(__dirname, '..', 'floor', 'idle-streams.js'), [body]);
  console.log(`live flags: ${title}, ${streams} streams on one edge process`);
  const idle = await openAndWeigh(floor, streams, queryOf);
  idle.clients.close();
  await floor.stop();
  const { clients, kilobytes } = await openAndWeigh(edge, streams, queryOf);
  console.log(
    `  resident memory per stream: floor ${idle.kilobytes.toFixed(1)} kB, edge ${kilobytes.toFixed(1)} kB` +
      ` (target ≤ ${TARGET_KB} kB), ratio ${(idle.kilobytes / kilobytes).toFixed(2)}`,
  );
  const before = edge.cpuSeconds();
  await sleep(IDLE_SECONDS * 1_000);
  const share = (100 * (edge.cpuSeconds() - before)) / IDLE_SECONDS;
  console.log(`  CPU while nothing changes: ${share.toFixed(1)} % of a core`);
  await measureChanges(api, edge, clients);
  console.log(`  resident memory of the edge, peak: ${edge.peakMegabytes().toFixed(0)} MB`);
  if (clients.lost() > 0) throw new Error(`${clients.lost()} streams were lost`);
  clients.close();
  await edge.stop();
}

async function openAndWeigh(
  server: MeasuredServer,
  streams: number,
  queryOf: (index: number) => string,
): Promise<{ readonly clients: StreamClients; readonly kilobytes: number }> {
  const empty = server.residentMegabytes();
  const clients = await openStreams(server, streams, queryOf);
  await clients.waitForEvents(1);
  await sleep(SETTLE_MS);
  return { clients, kilobytes: ((server.residentMegabytes() - empty) * 1024) / streams };
}

/** Changes a flag that every stream contains, while a client sends `/flags` requests. */
async function measureChanges(
  api: MeasuredServer,
  edge: MeasuredServer,
  clients: StreamClients,
): Promise<void> {
  const id = await flagId(api.url);
  const took: number[] = [];
  const quiet = await requestsDuring(edge, () => sleep(2_000));
  const cpuBefore = edge.cpuSeconds();
  const busy = await requestsDuring(edge, async () => {
    for (let change = 0; change < CHANGES; change++) {
      await setActive(api.url, id, change % 2 === 1);
      const changed = performance.now();
      took.push((await clients.waitForEvents(change + 2)) - changed);
    }
  });
  const cpu = (edge.cpuSeconds() - cpuBefore) / CHANGES;
  console.log(
    `  ${CHANGES} changes until the last stream has them: p50 ${median(took).toFixed(0)} ms,` +
      ` at most ${Math.max(...took).toFixed(0)} ms (target ≤ ${TARGET_MS} ms), ${cpu.toFixed(2)} s CPU each`,
  );
  console.log(
    `  /flags meanwhile: p50 ${busy.p50.toFixed(1)} ms, at most ${busy.max.toFixed(0)} ms` +
      ` (without changes: p50 ${quiet.p50.toFixed(1)} ms, at most ${quiet.max.toFixed(0)} ms)`,
  );
}

async function requestsDuring(
  edge: MeasuredServer,
  work: () => Promise<void>,
): Promise<{ readonly p50: number; readonly max: number }> {
  const times: number[] = [];
  let isOver = false;
  const ask = async (): Promise<void> => {
    while (!isOver) {
      const began = performance.now();
      await flagsOf(edge);
      times.push(performance.now() - began);
      await sleep(ASK_EVERY_MS);
    }
  };
  const asking = ask();
  await work();
  isOver = true;
  await asking;
  return { p50: median(times), max: Math.max(...times) };
}

async function flagsOf(edge: MeasuredServer): Promise<string> {
  const body = JSON.stringify({
    api_key: PROJECT_API_KEY,
    distinct_id: 'user-0',
    person_properties: propertiesOf(0),
  });
  const response = await fetch(`${edge.url}/flags/?v=2`, { method: 'POST', body });
  if (response.status !== 200) throw new Error(`flags: ${response.status}`);
  return response.text();
}

/** A query that contains all properties that the conditions read. */
function carrying(index: number): string {
  return query({
    distinct_id: `visitor-${index}`,
    person_properties: JSON.stringify(propertiesOf(index)),
  });
}

/** A query that only contains the distinct id of a stored person. */
function naming(index: number): string {
  return query({ distinct_id: `user-${index % USERS}` });
}

function unknown(index: number): string {
  return query({ distinct_id: `stranger-${index}` });
}

function query(parameters: Readonly<Record<string, string>>): string {
  return new URLSearchParams({
    token: PROJECT_API_KEY,
    only_changes: '1',
    ...parameters,
  }).toString();
}
