import { RE2JS, RE2JSSyntaxException } from 're2js';

/** The problem of a regular expression that queries and flags cannot run (RE2 syntax); null if it is valid. */
export function problemOfRegex(pattern: string): string | null {
  try {
    RE2JS.compile(pattern);
    return null;
  } catch (error) {
    if (error instanceof RE2JSSyntaxException) {
      return `Invalid regular expression: ${error.message}`;
    }
    throw error;
  }
}
