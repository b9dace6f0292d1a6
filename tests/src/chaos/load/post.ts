import { gzip } from 'node:zlib';
import { promisify } from 'node:util';
import type { SdkEvent } from './script';

const zip = promisify(gzip);
const TIMEOUT_MS = 5_000;

export interface Target {
  readonly url: string;
  readonly projectApiKey: string;
}

/** Sends one event, as browsers do. */
export async function postSingle(target: Target, events: readonly SdkEvent[]): Promise<boolean> {
  const [event] = events;
  return post(`${target.url}/i/v0/e/`, JSON.stringify({ api_key: target.projectApiKey, ...event }));
}

/** Sends a compressed batch, as servers do. */
export async function postBatch(target: Target, batch: readonly SdkEvent[]): Promise<boolean> {
  const body = JSON.stringify({ api_key: target.projectApiKey, batch });
  return post(`${target.url}/batch/`, new Uint8Array(await zip(body)), {
    'content-encoding': 'gzip',
  });
}

/** Returns whether the events were acknowledged. */
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
    // The connection was refused or reset, or there was no response in time: SDKs repeat such a request.
    return false;
  }
}

/** Thrown if a valid request is rejected, which no fault may cause. */
class RejectedError extends Error {}
