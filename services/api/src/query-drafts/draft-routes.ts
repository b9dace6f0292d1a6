import { validationError } from '@tidemark/platform';
import { z } from 'zod';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import type { DraftLimits } from './draft-limits';
import type { QueryDrafter } from './query-drafter';
import { withNotes } from './with-notes';

const MAX_PROMPT_CHARACTERS = 400;
const MAX_QUERY_CHARACTERS = 20_000;

/**
 * `GET query/draft_sql/?prompt=` (`docs/wire/query-runs.md#draft-sql`): a statement for a question; nothing is run.
 */
export function createDraftRoutes(deps: {
  readonly drafter: QueryDrafter;
  readonly limits: DraftLimits;
}): readonly ProjectRoute[] {
  return [
    projectRoute({
      name: 'query_draft_sql_retrieve',
      summary: 'Draft HogQL for a question in English',
      method: 'GET',
      path: '/query/draft_sql/',
      access: { scope: 'query:read', queryRate: 'look' },
      query: z.object({ prompt: z.string().optional(), current_query: z.string().optional() }),
      // Without parameters, the response is a 200 without a body (`docs/wire/specification.md#chat`).
      response: z.object({ sql: z.string() }).optional(),
      async handle({ caller, query, signal }) {
        if (query.prompt === undefined) return undefined;
        const prompt = checkedPrompt(query.prompt);
        const current = query.current_query ?? '';
        if (current.length > MAX_QUERY_CHARACTERS) {
          throw validationError('too_long', 'This field is too long.', 'current_query');
        }
        await deps.limits.take(caller.user.id);
        const draft = await deps.drafter.draft({
          project: caller.project,
          prompt,
          currentQuery: current === '' ? null : current,
          signal,
        });
        if (draft.outcome === 'unclear') throw validationError('unclear', draft.reason, 'prompt');
        return { sql: withNotes(draft) };
      },
    }),
  ];
}

/** @throws ApiError 400 `required`, `too_long` */
function checkedPrompt(prompt: string | undefined): string {
  const text = prompt?.trim() ?? '';
  if (text === '') throw validationError('required', 'This field is required.', 'prompt');
  if (Array.from(text).length > MAX_PROMPT_CHARACTERS) {
    throw validationError('too_long', 'This field is too long.', 'prompt');
  }
  return text;
}
