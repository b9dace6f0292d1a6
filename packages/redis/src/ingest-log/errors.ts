/** Redis did not take every entry of a request: unreachable, out of memory, read-only or too slow. */
export class LogUnavailableError extends Error {
  constructor(cause: unknown) {
    super('ingest log unavailable', { cause });
    this.name = 'LogUnavailableError';
  }
}

/** The log holds as many unprocessed events as it may; nothing was written. */
export class LogFullError extends Error {
  constructor(length: number, maxLength: number) {
    super(`ingest log is full: ${length} of ${maxLength} events`);
    this.name = 'LogFullError';
  }
}
