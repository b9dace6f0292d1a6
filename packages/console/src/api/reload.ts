import { createAnnouncement } from './announcement';
import { ApiError } from './api-error';
import { isServerReachable } from './availability';

const RELOADED_AT = 'tidemark.reloadedAt';

/** The messages of browsers for a file of the console that could not be loaded. */
const MISSING_FILE =
  /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

/** A file of the console that could not be loaded. */
export class MissingFileError extends ApiError {
  constructor() {
    super(
      0,
      'A file of this page is missing, or the server cannot be reached. Retry, or reload the page.',
    );
  }
}

/** Whether the browser could not load a file of the console. Only a reload of the page loads it again. */
export function isMissingFile(error: unknown): boolean {
  return (
    error instanceof MissingFileError ||
    (error instanceof TypeError && MISSING_FILE.test(error.message))
  );
}

/** Whether an error may come from an outage of the server, so that what failed is loaded again after it. */
export function mayComeFromOutage(error: unknown): boolean {
  return isMissingFile(error) || (error instanceof ApiError && error.isTemporary);
}

/** The time of the last reload by `reloadIfReachable` in this tab, in milliseconds; 0 if there was none. */
export function lastReload(): number {
  return Number(sessionStorage.getItem(RELOADED_AT) ?? 0);
}

/** Announces that the page must be reloaded, and that the user should decide when, because something was typed. */
export const reloadNeeded = createAnnouncement();

/** The path of the screen in which the user typed last; null if nothing was typed. */
let typedAt: string | null = null;

/** Remembers that the user types, so that the page is not reloaded under unsaved texts. Call it once. */
export function noticeTyping(): void {
  const notice = (): void => {
    typedAt = window.location.pathname;
  };
  document.addEventListener('input', notice, { capture: true });
}

/** Whether the user typed something in the shown screen. */
export function hasTyped(): boolean {
  return typedAt === window.location.pathname;
}

/**
 * Reloads the page if the server responds.
 *
 * @param isAsked whether the user asked for it. Otherwise a page with typed text stays, and `reloadNeeded` is announced.
 */
export async function reloadIfReachable(isAsked: boolean): Promise<void> {
  if (!(await isServerReachable())) return;
  if (!isAsked && hasTyped()) {
    reloadNeeded.announce();
    return;
  }
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}
