import { queryOptions } from '@tanstack/react-query';
import { runHelper } from '../../api/query-runner';
import type { LocalCompletions } from '../../ui/editor/editor-completion';
import type { CompletionEntry, Schema, Suggestion } from '../../queries/sql/completion';
import { localCompletions, suggestionEntry } from '../../queries/sql/completion';
import { cursorContext } from '../../queries/sql/cursor-context';
import type { Mark, Metadata } from '../../queries/sql/diagnostics';
import { marksOf } from '../../queries/sql/diagnostics';
import type { HogQLQuery } from '../../queries/sql/sql-query';
import type { TextPart } from '../../queries/sql/statements';
import { statementAt } from '../../queries/sql/statements';

/** The names of all functions: those that the server suggests at the beginning of an expression. */
export function functionsQuery(projectId: number) {
  return queryOptions({
    queryKey: ['sql-functions', projectId],
    staleTime: Infinity,
    queryFn: async ({ signal }): Promise<readonly string[]> => {
      const part = { text: 'select  from events', start: 0 };
      const suggestions = await suggestionsAt(projectId, part, { from: 7, to: 7 }, signal);
      return suggestions.filter(({ kind }) => kind === 'Function').map(({ label }) => label);
    },
  });
}

/** Completions from the cached schema, without a request, so that they appear immediately. */
export function localAt(
  schema: Schema | null,
  functions: readonly string[],
  text: string,
  offset: number,
): LocalCompletions | null {
  const part = partAround(text, offset);
  const context = cursorContext(part.text, offset - part.start);
  if (context.isInText) return null;
  return {
    from: part.start + context.from,
    entries: localCompletions(schema, functions, context),
    opensItself: context.word !== '' || context.path.length > 0 || context.wantsTable,
  };
}

/** Completions from the server. */
export async function remoteAt(
  projectId: number,
  text: string,
  offset: number,
  signal: AbortSignal,
): Promise<readonly CompletionEntry[]> {
  const part = partAround(text, offset);
  const to = offset - part.start;
  const { from } = cursorContext(part.text, to);
  const suggestions = await suggestionsAt(projectId, part, { from, to }, signal);
  return suggestions.map(suggestionEntry);
}

/** The problems that the server reports for the statement at the cursor. */
export async function checkAt(
  projectId: number,
  node: Pick<HogQLQuery, 'variables' | 'filters'>,
  part: TextPart | null,
  signal: AbortSignal,
): Promise<readonly Mark[]> {
  if (part === null) return [];
  const { variables, filters } = node;
  const query = { kind: 'HogQLMetadata', language: 'hogQL', query: part.text, variables, filters };
  return marksOf(await runHelper<Metadata>(projectId, query, signal), part);
}

async function suggestionsAt(
  projectId: number,
  { text }: TextPart,
  { from, to }: { readonly from: number; readonly to: number },
  signal: AbortSignal,
): Promise<readonly Suggestion[]> {
  const query = {
    kind: 'HogQLAutocomplete',
    language: 'hogQL',
    query: text,
    startPosition: from,
    endPosition: to,
  };
  const { suggestions } = await runHelper<{ suggestions: readonly Suggestion[] }>(
    projectId,
    query,
    signal,
  );
  return suggestions;
}

/** The statement at the cursor, including white space up to the cursor. */
function partAround(text: string, offset: number): TextPart {
  const part = statementAt(text, offset);
  if (part === null || part.start > offset) return { text: text.slice(0, offset), start: 0 };
  const end = Math.max(part.start + part.text.length, offset);
  return { text: text.slice(part.start, end), start: part.start };
}
