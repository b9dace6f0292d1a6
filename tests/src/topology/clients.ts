import { randomUUID } from 'node:crypto';
import { KEYS } from './start-topology';

export const personalHeaders = {
  'content-type': 'application/json',
  authorization: `Bearer ${KEYS.personal}`,
};

/**
 * Sends a batch of events with new uuids.
 *
 * @throws Error unless it was acknowledged
 */
export async function capture(
  url: string,
  event: string,
  count: number,
  headers: Readonly<Record<string, string>> = {},
  persons = 20,
): Promise<void> {
  const batch = Array.from({ length: count }, (_, index) => ({
    event,
    uuid: randomUUID(),
    distinct_id: `user-${index % persons}`,
    properties: {},
  }));
  const response = await fetch(`${url}/batch/`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ api_key: KEYS.project, batch }),
  });
  const text = await response.text();
  if (response.status !== 200) {
    const from = response.headers.get('server') ?? 'edge';
    throw new Error(`capture: ${response.status} ${text} (${from}, ${new Date().toISOString()})`);
  }
}

/**
 * Runs a HogQL query.
 *
 * @throws Error unless the response is a 200
 */
export async function query(
  url: string,
  hogql: string,
  more: object = {},
  headers: Readonly<Record<string, string>> = {},
): Promise<Record<string, unknown>> {
  const response = await fetch(`${url}/api/projects/1/query/`, {
    method: 'POST',
    headers: { ...personalHeaders, ...headers },
    body: JSON.stringify({
      query: { kind: 'HogQLQuery', query: hogql },
      refresh: 'force_blocking',
      ...more,
    }),
  });
  const text = await response.text();
  if (response.status !== 200) throw new Error(`query: ${response.status} ${text}`);
  return JSON.parse(text) as Record<string, unknown>;
}

/** The number of rows of an event, and of distinct uuids among them. */
export async function countEvents(url: string, event: string): Promise<unknown> {
  const { results } = await query(
    url,
    `select count(), count(distinct uuid) from events where event = '${event}'`,
  );
  return (results as unknown[][])[0];
}
