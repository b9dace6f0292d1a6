import { types } from 'node:util';
import { systemMessage } from './system-message';

/** Messages of drivers that name an option or a state of the driver, and what they mean. */
const MEANINGS: readonly (readonly [RegExp, string])[] = [
  [/^Reached the max retries per request limit/, 'Redis cannot be reached'],
  [/^Stream isn't writeable and enableOfflineQueue/, 'Redis is not connected'],
  [/^Connection is closed\.$/, 'the connection to Redis is closed'],
  [/^Command timed out$/, 'Redis did not respond in time'],
  [/^timeout exceeded when trying to connect$/, 'Postgres did not respond in time'],
  [/^Connection terminated unexpectedly$/, 'the connection to Postgres was lost'],
  [/^socket hang up$/, 'the connection was lost before the response'],
];

/**
 * The message of an error, for an operator: what a driver or the operating system means instead of which option,
 * call or code it met. Errors of Tidemark keep their own message.
 */
export function plainMessage(error: unknown): string {
  if (!isError(error)) return String(error);
  // A name with several addresses: one error for each of them.
  if (error instanceof AggregateError && error.message === '' && error.errors.length > 0) {
    return plainMessage(error.errors[0]);
  }
  const found = MEANINGS.find(([pattern]) => pattern.test(error.message));
  return found?.[1] ?? systemMessage(error) ?? error.message;
}

/** Also of errors that Node.js makes outside of the context we run in. */
function isError(error: unknown): error is Error {
  return error instanceof Error || types.isNativeError(error);
}
