import type { ChatTurn, QueryChatBody } from '@tidemark/contracts';
import { queryChatSchema } from '@tidemark/contracts';
import type { Logger } from '@tidemark/platform';
import type { QueryEngine, QueryResponseBody } from '@tidemark/query-engine';
import type { ChatStore } from '@tidemark/redis';
import { v4, v7 } from 'uuid';
import type { ProjectCaller } from '../auth/access';
import type { ProjectRoute } from '../auth/routes';
import { projectRoute } from '../auth/routes';
import { toWireError } from '../query/query-error';
import { queryProject } from '../query/query-project';
import { chatStream } from './chat-stream';
import type { DraftLimits } from './draft-limits';
import { wholeQuestion } from './follow-up';
import type { QueryDrafter } from './query-drafter';

/** A conversation about queries: each response is a statement and its result. */
export function createChatRoutes(deps: {
  readonly drafter: QueryDrafter;
  readonly limits: DraftLimits;
  readonly chats: ChatStore<ChatTurn>;
  readonly engine: Pick<QueryEngine, 'run'>;
  readonly maxRows: number;
  readonly logger: Logger;
}): readonly ProjectRoute[] {
  const run = async (
    caller: ProjectCaller,
    sql: string,
    signal: AbortSignal,
  ): Promise<QueryResponseBody> => {
    try {
      const request = {
        project: queryProject(caller.project, caller),
        query: { kind: 'HogQLQuery', query: sql },
        queryId: v7().replaceAll('-', ''),
        maxRows: deps.maxRows,
      };
      return await deps.engine.run(request, 'blocking', signal);
    } catch (error) {
      throw toWireError(error, sql);
    }
  };

  return [
    projectRoute({
      name: 'query_chat_create',
      summary: 'Send a query in a conversation, and receive its result as server-sent events',
      streams: ['text/event-stream'],
      method: 'POST',
      path: '/query/chat/',
      access: { scope: 'query:read', queryRate: 'run' },
      body: queryChatSchema,
      async handle({ caller, body, signal }) {
        // A request without a body is read as an empty object; its response is a 200 without a body
        // (`docs/wire/specification.md#chat`).
        if (Object.keys(body ?? {}).length === 0) return undefined;
        const { project, user } = caller;
        const key = {
          projectId: project.id,
          userId: user.id,
          id: body?.conversation ?? body?.session_id ?? v4(),
        };
        const question = questionOf(body);
        if (question !== null) await deps.limits.take(user.id);
        const turns = question === null ? [] : await deps.chats.turns(key);
        const prompt = wholeQuestion(question ?? '', turns);
        return chatStream({
          conversation: key.id,
          question,
          draft: () =>
            deps.drafter.draft({
              project,
              prompt,
              currentQuery: turns.at(-1)?.sql ?? null,
              signal,
            }),
          run: (sql) => run(caller, sql, signal),
          remember: ({ sql }) => deps.chats.append(key, { question: prompt, sql }),
          logger: deps.logger,
        });
      },
    }),
  ];
}

/** The latest message of the user; null for an empty conversation. */
function questionOf(body: QueryChatBody): string | null {
  const said = (body?.messages ?? []).filter(({ type }) => type === 'human' || type === 'user');
  const text = (body?.message ?? said.at(-1)?.content ?? '').trim();
  return text === '' ? null : text;
}
