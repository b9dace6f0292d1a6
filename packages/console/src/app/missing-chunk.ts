const RELOADED_AT = 'tidemark.reloadedAt';
const AGAIN_AFTER_MS = 60_000;

/**
 * During a rolling update, a page of one version may request a file from a server of the other version, which does not
 * have it. The page then reloads, at most once a minute.
 */
export function reloadOnMissingChunk(): void {
  window.addEventListener('vite:preloadError', (event) => {
    const last = Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
    if (Date.now() - last < AGAIN_AFTER_MS) return;
    event.preventDefault();
    sessionStorage.setItem(RELOADED_AT, String(Date.now()));
    window.location.reload();
  });
}
