import type { Statement } from '@tidemark/hogql';
import { HogQLError, inlineViews, parseSelect, referencedViews } from '@tidemark/hogql';
import type { MetadataLookup } from './metadata';

/** The greatest depth of views that read other views. */
const MAX_DEPTH = 10;

type ViewLookup = Pick<MetadataLookup, 'views'>;

/**
 * The statement with the project's saved views in place of their names. Only their text is stored: each is compiled
 * again, with the permissions of the caller.
 *
 * @param inside names of the views that are being expanded
 * @throws HogQLError for views that read themselves
 */
export async function withViews(
  lookup: ViewLookup,
  projectId: number,
  statement: Statement,
  inside: readonly string[] = [],
): Promise<Statement> {
  const names = referencedViews(statement);
  if (names.length === 0) return statement;
  const found = await lookup.views(projectId, names);
  if (found.length === 0) return statement;
  if (inside.length >= MAX_DEPTH) {
    throw new HogQLError(
      'hogql_query_error',
      `Views read each other more than ${MAX_DEPTH} levels deep`,
    );
  }
  const views = new Map<string, Statement>();
  for (const { name, query } of found) {
    if (inside.includes(name)) {
      throw new HogQLError('hogql_query_error', `The view ${name} reads itself`);
    }
    const read = await withViews(lookup, projectId, parseSelect(query), [...inside, name]);
    views.set(name, read);
  }
  return inlineViews(statement, views);
}
