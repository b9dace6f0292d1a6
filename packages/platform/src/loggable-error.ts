import { plainMessage } from './plain-message';

/** The maximum number of nested causes. */
const MAX_CAUSES = 3;

export interface LoggableError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggableError;
}

/**
 * The fields of an error for a log line. Drivers add whole commands and rows to their errors (`command.args` with a
 * password, `detail` with a value), so only the fields below are used.
 */
export function loggableError(error: unknown, depth = 0): LoggableError {
  if (!(error instanceof Error)) return { type: typeof error, message: String(error) };
  const { code } = error as { code?: unknown };
  return {
    type: error.name,
    message: plainMessage(error),
    ...(typeof code === 'string' || typeof code === 'number' ? { code } : {}),
    ...(error.stack === undefined ? {} : { stack: error.stack }),
    ...(error.cause === undefined || depth >= MAX_CAUSES
      ? {}
      : { cause: loggableError(error.cause, depth + 1) }),
  };
}
