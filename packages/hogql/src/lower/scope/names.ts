import type { Span } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';

const RESERVED = new Set(['true', 'false', 'null', 'team_id']);

/**
 * Rejects names that a statement must not introduce. The most important is `team_id`: an alias of that name must
 * never be near the column that separates projects.
 */
export function checkName(name: string, span: Span): void {
  if (name === '') throw new HogQLError('hogql_query_error', 'Alias cannot be empty', span);
  if (RESERVED.has(name.toLowerCase())) {
    throw new HogQLError(
      'hogql_query_error',
      `"${name}" cannot be an alias or identifier, as it's a reserved keyword`,
      span,
    );
  }
}
