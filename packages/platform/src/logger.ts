import pino from 'pino';
import { loggableError } from './loggable-error';

export type Logger = pino.Logger;
export type LogDestination = pino.DestinationStream;

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** JSON lines on stdout, or wherever `destination` puts them. User data never goes into a log line. */
export function createLogger(
  service: string,
  level: LogLevel,
  destination: LogDestination = pino.destination(1),
): Logger {
  return pino(
    {
      level,
      base: { service },
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
      serializers: { err: loggableError },
    },
    destination,
  );
}
