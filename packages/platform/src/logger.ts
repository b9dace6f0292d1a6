import pino from 'pino';
import { loggableError } from './loggable-error';
import { currentRequestId } from './request-id';
import { activeTraceparent, traceIdOf } from './tracing/spans';

export type Logger = pino.Logger;
export type LogDestination = pino.DestinationStream;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/**
 * Standard output, written at once. A pipe that rejects more is waited for, which holds the whole process
 * up, but not after our parent has exited, because then the pipe may have no reader.
 */
function standardOutput(): LogDestination {
  const starter = process.ppid;
  const output = pino.destination({
    dest: 1,
    sync: true,
    retryEAGAIN: () => process.ppid === starter,
  });
  // A line that could not be written is lost; there is no place left to say so.
  output.on('error', () => undefined);
  return output;
}

/** The request, and its trace if one is recorded, in whose context a line is logged. */
function whatFor(): { requestId?: string; traceId?: string } {
  const requestId = currentRequestId();
  const traceparent = activeTraceparent();
  return {
    ...(requestId !== undefined && { requestId }),
    ...(traceparent !== undefined && { traceId: traceIdOf(traceparent) }),
  };
}

/** JSON lines on stdout, or wherever `destination` puts them. User data never goes into a log line. */
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
