import { RE2JS, RE2JSSyntaxException } from 're2js';

/** What is wrong with a regular expression that queries and flags could not run (RE2 syntax); or null. */
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
