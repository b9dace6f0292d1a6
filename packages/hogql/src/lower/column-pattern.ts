import { RE2JS, RE2JSSyntaxException } from 're2js';
import type { Span } from '../ast';
import { HogQLError } from '../errors';

/** Whether a name contains a match of the user's pattern; linear in the name, whatever the pattern. */
export function columnPattern(regex: string, span: Span): (name: string) => boolean {
  try {
    const pattern = RE2JS.compile(regex);
    return (name) => pattern.matcher(name).find();
  } catch (error) {
    if (!(error instanceof RE2JSSyntaxException)) throw error;
    throw new HogQLError('hogql_query_error', `'${regex}' is no regular expression`, span);
  }
}
