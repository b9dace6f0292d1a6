/** A resource that is opened at the first use, and again after a failure. */
export interface Reopened<T> {
  /** @throws the error of the last attempt, which is repeated at most once a second */
  get(): Promise<T>;
  close(): Promise<void>;
}

const PAUSE_MS = 1_000;

/** @param deps.now monotonic ms */
export function createReopened<T extends { close(): Promise<void> }>(deps: {
  readonly open: () => Promise<T>;
  readonly now: () => number;
  readonly onFailure: (error: unknown) => void;
}): Reopened<T> {
  const { open, now, onFailure } = deps;
  let opening: Promise<T> | undefined;
  let failed: { readonly at: number } | undefined;

  return {
    get: () => {
      if (failed !== undefined && now() - failed.at >= PAUSE_MS) opening = failed = undefined;
      opening ??= open().catch((error: unknown) => {
        failed = { at: now() };
        onFailure(error);
        throw error;
      });
      return opening;
    },
    close: async () => {
      // If it could not be opened, there is nothing to close.
      const opened = await opening?.catch(() => undefined);
      await opened?.close();
    },
  };
}
