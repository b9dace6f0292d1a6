import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { SdkEvent } from './script';

const zip = promisify(gzip);
const TIMEOUT_MS = 5_000;

export interface Target {
  readonly url: string;
  readonly projectApiKey: string;
}

/** One event, as a browser sends it. */
export async function postSingle(target: Target, events: readonly SdkEvent[]): Promise<boolean> {
  const [event] = events;
  return post(`${target.url}/i/v0/e/`, JSON.stringify({ api_key: target.projectApiKey, ...event }));
}

/** A packed batch, as a server sends it. */
export async function postBatch(target: Target, batch: readonly SdkEvent[]): Promise<boolean> {
  const body = JSON.stringify({ api_key: target.projectApiKey, batch });
  return post(`${target.url}/batch/`, new Uint8Array(await zip(body)), {
    'content-encoding': 'gzip',
  });
}

/** Whether it was acknowledged. */
async function post(
  url: string,
  body: string | Uint8Array<ArrayBuffer>,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body,
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const result = await response.text();
    if (response.status >= 400 && response.status < 500) {
      throw new RejectedError(`${response.status} ${result}`);
    }
    return response.status === 200;
  } catch (error) {
    if (error instanceof RejectedError) throw error;
    // Connection refused or reset, or no response in time: an SDK sends it again.
    return false;
  }
}

/** No fault may make a good request a bad one. */
class RejectedError extends Error {}
