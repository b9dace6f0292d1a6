import { plainMessage } from './plain-message';

/** How deep causes are followed. */
const MAX_CAUSES = 3;

export interface LoggableError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  readonly stack?: string;
  readonly cause?: LoggableError;
}

/**
 * What of an error goes into a log line. Drivers hang whole commands and rows on their errors
 * (`command.args` with a password, `detail` with a value), so nothing is taken but the names below.
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
