import pino from 'pino';
import { loggableError } from './loggable-error';
import { currentRequestId } from './request-id';
import { activeTraceparent, traceIdOf } from './tracing/spans';

export type Logger = pino.Logger;
export type LogDestination = pino.DestinationStream;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Standard output, with synchronous writes. If the pipe is full, the process waits for it, except after its parent
 * has exited, because then the pipe may have no reader.
 */
function standardOutput(): LogDestination {
  const starter = process.ppid;
  const output = pino.destination({
    dest: 1,
    sync: true,
    retryEAGAIN: () => process.ppid === starter,
  });
  // A line that cannot be written is lost; there is no other place to report the error.
  output.on('error', () => undefined);
  return output;
}

/** The id of the current request, and of its trace if one is recorded. */
function whatFor(): { requestId?: string; traceId?: string } {
  const requestId = currentRequestId();
  const traceparent = activeTraceparent();
  return {
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceId: traceIdOf(traceparent) }),
  };
}

/** Logs JSON lines to stdout, or to `destination`. Log lines must not contain user data. */
export function createLogger(
  service: string,
  level: LogLevel,
  destination: LogDestination = standardOutput(),
): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggableError },
      mixin: whatFor,
    },
    destination,
  );
}
