import { performance } from 'node:perf_hooks';
import { setTimeout as sleep } from 'node:timers/promises';
import { median } from '../median';
import { createFlags } from '../seed/flags';
import type { BenchStack } from '../stack';
import { PERSONAL_API_KEY, PROJECT_API_KEY } from '../stack';

const CHANGES = 20;
const EDGES = 2;
const LOOK_EVERY_MS = 2;
const TARGET_MS = 1_000;

/** Measures the time from the API's response to a change of a flag until every edge serves the change. */
export async function measureChanges(stack: BenchStack): Promise<void> {
  const api = await stack.startService('api');
  const edges = await Promise.all(Array.from({ length: EDGES }, () => stack.startService('edge')));
  await createFlags(api.url, 1);
  const id = await flagId(api.url);
  const took: number[] = [];
  for (let change = 0; change < CHANGES; change++) {
    const active = change % 2 === 1;
    await setActive(api.url, id, active);
    const changed = performance.now();
    await Promise.all(edges.map(({ url }) => servesChange(url, active)));
    took.push(performance.now() - changed);
  }
  await Promise.all([api, ...edges].map((service) => service.stop()));
  console.log(
    `flags: ${CHANGES} changes until ${EDGES} edges serve them: p50 ${median(took).toFixed(0)} ms,` +
      ` at most ${Math.max(...took).toFixed(0)} ms (target ≤ ${TARGET_MS} ms)`,
  );
}

export async function flagId(apiUrl: string): Promise<number> {
  const response = await fetch(`${apiUrl}/api/projects/1/feature_flags/`, {
    headers: { authorization: `Bearer ${PERSONAL_API_KEY}` },
  });
  const { results } = (await response.json()) as { results: { id: number; key: string }[] };
  const flag = results.find(({ key }) => key === 'flag-0');
  if (flag === undefined) throw new Error('the flag is not listed');
  return flag.id;
}

export async function setActive(apiUrl: string, id: number, active: boolean): Promise<void> {
  const response = await fetch(`${apiUrl}/api/projects/1/feature_flags/${id}/`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${PERSONAL_API_KEY}` },
    body: JSON.stringify({ active }),
  });
  if (response.status !== 200)
    throw new Error(`flags: ${response.status} ${await response.text()}`);
}

/** Waits until an edge serves the change; flags that are off are missing in its response. */
async function servesChange(edgeUrl: string, active: boolean): Promise<void> {
  for (;;) {
    const response = await fetch(`${edgeUrl}/flags/?v=2`, {
      method: 'POST',
      body: JSON.stringify({ api_key: PROJECT_API_KEY, distinct_id: 'somebody' }),
    });
    const { flags } = (await response.json()) as { flags: Readonly<Record<string, unknown>> };
    if ('flag-0' in flags === active) return;
    await sleep(LOOK_EVERY_MS);
  }
}
