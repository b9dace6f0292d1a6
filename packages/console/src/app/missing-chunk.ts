import { requestFailed } from '../api/availability';
import { hasTyped, lastReload, MissingFileError, reloadIfReachable } from '../api/reload';

const AGAIN_AFTER_MS = 60_000;

/**
 * During a rolling update, a page of one version may request a file from a server of the other version, which does not
 * have it. The same happens after an upgrade. The page then reloads, at most once a minute; if something was typed, it
 * offers that instead. Without a connection it stays, because the browser would replace it with an error page; it
 * reloads when the server responds again.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', () => {
    if (hasTyped() || Date.now() - lastReload() >= AGAIN_AFTER_MS) void reloadIfReachable(false);
    requestFailed.announce();
  });
}

/**
 * Loads the file of a screen.
 *
 * @throws MissingFileError if that fails. After the original error, the router would reload the page.
 */
export function loadScreen<T>(load: () => Promise<T>): () => Promise<T> {
  return () =>
    load().catch(() => {
      throw new MissingFileError();
    });
}
