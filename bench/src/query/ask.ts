import { loadavg } from 'node:os';
import { PERSONAL_API_KEY } from '../stack';

export const EVENTS = 1_000_000;

const HEADERS = { authorization: `Bearer ${PERSONAL_API_KEY}` };

export interface Asked {
  readonly query_status?: {
    readonly id: string;
    readonly complete: boolean;
    readonly error: boolean;
  } | null;
  readonly is_cached?: boolean;
}

/** Posts SQL. @throws when it gets no response */
export async function ask(apiUrl: string, query: string, more: object = {}): Promise<Asked> {
  return read(
    await fetch(`${apiUrl}/api/projects/1/query/`, {
      method: 'POST',
      headers: { ...HEADERS, 'content-type': 'application/json' },
      body: JSON.stringify({ query: { kind: 'HogQLQuery', query }, ...more }),
    }),
  );
}

/** Looks at a run. @throws when it gets no response */
export async function look(apiUrl: string, id: string): Promise<Asked> {
  return read(await fetch(`${apiUrl}/api/projects/1/query/${id}/`, { headers: HEADERS }));
}

/** The rows of SQL as CSV, sent while they are found. */
export function askForCsv(apiUrl: string, query: string): Promise<Response> {
  return fetch(`${apiUrl}/api/projects/1/query/`, {
    method: 'POST',
    headers: { ...HEADERS, 'content-type': 'application/json', accept: 'text/csv' },
    body: JSON.stringify({ query: { kind: 'HogQLQuery', query } }),
  });
}

async function read(response: Response): Promise<Asked> {
  const text = await response.text();
  if (!response.ok) throw new Error(`${response.status}: ${text}`);
  return JSON.parse(text) as Asked;
}

export async function millis(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return performance.now() - start;
}

/** How busy the machine is: figures of a busy one say little. */
export function load(): string {
  return `load average ${loadavg()[0]?.toFixed(1) ?? '?'}`;
}

/** The value that so many per cent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}
