import { createAnnouncement } from './announcement';

/** Announces that a request got no response of the API, so that the server may be unavailable. */
export const requestFailed = createAnnouncement();

/** Announces that the server responds again after it was unavailable. What had failed is then loaded again. */
export const serverReturned = createAnnouncement();

/** The longest wait for a response, in milliseconds. */
const TIMEOUT_MS = 5_000;

/** Whether the server responds at the address of the page. */
export async function isServerReachable(): Promise<boolean> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store', signal })).ok;
  } catch {
    return false;
  }
}
