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

/**
 * Sends a SQL query to the API and returns the response.
 *
 * @throws Error for an error response
 */
export async function ask(apiUrl: string, query: string, more: object = {}): Promise<Asked> {
  return read(
    await fetch(`${apiUrl}/api/projects/1/query/`, {
      method: 'POST',
      headers: { ...HEADERS, 'content-type': 'application/json' },
      body: JSON.stringify({ query: { kind: 'HogQLQuery', query }, ...more }),
    }),
  );
}

/**
 * Reads the status of a query run.
 *
 * @throws Error for an error response
 */
export async function look(apiUrl: string, id: string): Promise<Asked> {
  return read(await fetch(`${apiUrl}/api/projects/1/query/${id}/`, { headers: HEADERS }));
}

/** Requests the rows of a SQL query as CSV, which the server sends while it finds them. */
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

/** The load average of the machine: measurements of a busy machine are not reliable. */
export function load(): string {
  return `load average ${loadavg()[0]?.toFixed(1) ?? '?'}`;
}

/** The value that `percent` per cent of the values do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.ceil((sorted.length * percent) / 100) - 1] ?? Number.NaN;
}
