/** The instruction in every message about dead letters. */
export const SEE_DEAD_LETTERS =
  'list them with `tidemark dead-letter list`, then replay or discard them';

/** The store has not stored every entry of a request, because it is unreachable, full, read-only or too slow. */
export class LogUnavailableError extends Error {
  constructor(cause: unknown) {
    super('ingest log unavailable', { cause });
    this.name = 'LogUnavailableError';
  }
}

/** The log has its maximum number of unprocessed events; nothing was written. */
export class LogFullError extends Error {
  constructor(length: number, maxLength: number) {
    super(`ingest log is full: ${length} of ${maxLength} events`);
    this.name = 'LogFullError';
  }
}

/** The log is nearly full and the project has more than its share of it; nothing of the request was written. */
export class LogShareError extends LogFullError {
  constructor(
    readonly projectId: number,
    held: number,
    length: number,
    maxLength: number,
  ) {
    super(length, maxLength);
    this.message = `project ${projectId} is over its share of the ingest log: it holds ${held} of ${length} events (INGEST_LOG_MAX_EVENTS is ${maxLength})`;
    this.name = 'LogShareError';
  }
}

/** Another consumer has claimed these partitions since this one read them, so the read records must not be processed. */
export class PartitionsLostError extends Error {
  constructor(readonly partitions: readonly number[]) {
    super(`partitions belong to another consumer now: ${partitions.join(', ')}`);
    this.name = 'PartitionsLostError';
  }
}

/** The maximum number of dead letters is reached; the record stays in its partition. */
export class DeadLettersFullError extends Error {
  constructor(max: number) {
    super(`there are ${max} dead letters or more; ${SEE_DEAD_LETTERS}`);
    this.name = 'DeadLettersFullError';
  }
}
