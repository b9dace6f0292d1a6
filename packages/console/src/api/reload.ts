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

/** Reloads the page if the server responds. */
export async function reloadIfReachable(): Promise<void> {
  if (!(await isServerReachable())) return;
  sessionStorage.setItem(RELOADED_AT, String(Date.now()));
  window.location.reload();
}
