import type { ChatTurn } from '@tidemark/contracts';
import { ApiError, StreamedResponse } from '@tidemark/platform';
import type { Logger } from '@tidemark/platform';
import type { QueryResponseBody } from '@tidemark/query-engine';
import type { Draft } from '@tidemark/query-drafter';

/** The parts of a response; each part is sent when it is complete. */
export interface ChatResponse {
  readonly conversation: string;
  /** Null if the request only opens the conversation. */
  readonly question: string | null;
  draft(): Promise<Draft>;
  /** @throws the same ApiErrors as POST query */
  run(sql: string): Promise<QueryResponseBody>;
  remember(turn: Pick<ChatTurn, 'sql'>): Promise<void>;
  readonly logger: Logger;
}

const WELCOME =
  'Ask for numbers of events or people, as in "pageviews per day by browser in the last 30 days" or "users who did signup then purchase".';

/**
 * Server-sent events: `conversation` with its id, one `message` for each message (with PostHog's types `human`, `ai`,
 * `ai/viz` and `ai/failure`), `result` with the body of POST query, and `end`.
 */
export function chatStream(chat: ChatResponse): StreamedResponse {
  return new StreamedResponse('text/event-stream', events(chat), {
    'Cache-Control': 'no-store',
    'X-Accel-Buffering': 'no',
  });
}

async function* events(chat: ChatResponse): AsyncGenerator<string> {
  yield event('conversation', { id: chat.conversation });
  if (chat.question === null) {
    yield message('ai', { content: WELCOME });
  } else {
    yield message('human', { content: chat.question });
    try {
      yield* resultEvents(chat);
    } catch (error) {
      yield failure(error, chat.logger);
    }
  }
  yield event('end', {});
}

async function* resultEvents(chat: ChatResponse): AsyncGenerator<string> {
  const draft = await chat.draft();
  if (draft.outcome === 'unclear') {
    yield message('ai/failure', { content: draft.reason, code: 'unclear' });
    return;
  }
  const { sql, notes } = draft;
  if (notes.length > 0) yield message('ai', { content: notes.join(' ') });
  yield message('ai/viz', { plan: notes.join(' '), answer: { kind: 'HogQLQuery', query: sql } });
  await chat.remember({ sql });
  const result = await chat.run(sql);
  yield event('result', result);
  yield message('ai', { content: summary(result) });
}

/** Summarizes the result in a sentence: its only value, or the number of rows. */
function summary(result: QueryResponseBody): string {
  const { results, columns, hasMore } = result as {
    readonly results?: unknown;
    readonly columns?: readonly string[];
    readonly hasMore?: boolean;
  };
  const rows = Array.isArray(results) ? (results as readonly unknown[]) : [];
  const [only] = rows;
  if (rows.length === 1 && Array.isArray(only) && only.length === 1) {
    return `${columns?.[0] ?? 'The result'}: ${String(only[0])}.`;
  }
  if (rows.length === 0) return 'Nothing was found.';
  return `${rows.length} ${rows.length === 1 ? 'row' : 'rows'}${hasMore === true ? ', and there are more' : ''}.`;
}

/** The message for the user: the text of an expected error; other errors show no details. */
function failure(error: unknown, logger: Logger): string {
  if (error instanceof ApiError && error.status < 500) {
    return message('ai/failure', { content: error.detail, code: error.code });
  }
  if (error instanceof ApiError && error.code !== 'error') {
    return message('ai/failure', { content: error.detail, code: error.code });
  }
  logger.error({ err: error }, 'a chat response failed with an unexpected error');
  return message('ai/failure', { content: 'A server error occurred.', code: 'error' });
}

function message(type: string, fields: object): string {
  return event('message', { type, ...fields, done: true });
}

function event(name: string, data: object): string {
  return `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;
}
