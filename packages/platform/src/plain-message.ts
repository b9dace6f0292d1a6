import { types } from 'node:util';
import { systemMessage } from './system-message';

/** Messages of drivers about their options or states, and texts that explain them. */
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
 * The message of an error for an operator. Messages of drivers and the operating system are replaced by their
 * meaning; errors of Tidemark keep their message.
 */
export function plainMessage(error: unknown): string {
  if (!isError(error)) return String(error);
  // If a name has several addresses, there is one error for each of them.
  if (error instanceof AggregateError && error.message === '' && error.errors.length > 0) {
    return plainMessage(error.errors[0]);
  }
  const found = MEANINGS.find(([pattern]) => pattern.test(error.message));
  return found?.[1] ?? systemMessage(error) ?? error.message;
}

/** Also recognises errors from another context of Node.js, for which `instanceof` fails. */
function isError(error: unknown): error is Error {
  return error instanceof Error || types.isNativeError(error);
}
