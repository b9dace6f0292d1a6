import { ApiError } from '../api/api-error';

const RELOADED_AT = 'tidemark.reloadedAt';
const AGAIN_AFTER_MS = 60_000;

/** A screen whose file could not be loaded. */
export class MissingScreenError extends ApiError {
  constructor() {
    super(
      0,
      'The file of this screen is missing, or the server cannot be reached. Retry, or reload the page.',
    );
    this.name = 'MissingScreenError';
  }
}

/**
 * During a rolling update, a page of one version may request a file from a server of the other version, which does not
 * have it. The page then reloads, at most once a minute. Without a connection it stays, because the browser would
 * replace it with an error page.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last >= AGAIN_AFTER_MS) void reloadIfReachable();
  });
}

/** Reloads the page if the server responds. */
export async function reloadIfReachable(): Promise<void> {
  if (!(await isReachable())) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}

async function isReachable(): Promise<boolean> {
  try {
    return (await fetch(window.location.href, { method: 'HEAD', cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/**
 * Loads the file of a screen.
 *
 * @throws MissingScreenError if that fails. After the original error, the router would reload the page.
 */
export function loadScreen<T>(load: () => Promise<T>): () => Promise<T> {
  return () =>
    load().catch(() => {
      throw new MissingScreenError();
    });
}
