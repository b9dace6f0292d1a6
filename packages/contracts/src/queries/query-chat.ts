import { z } from 'zod';

const text = z.string().max(4_000);

/**
 * `POST query/chat/`: a question as `message`, or PostHog's list of messages, of which the last human one is used.
 * Without a question, a new conversation is opened.
 */
export const queryChatSchema = z
  .object({
    message: text.nullish(),
    messages: z
      .array(z.looseObject({ type: z.string(), content: text.nullish() }))
      .max(200)
      .nullish(),
    /** The id of the conversation: from an earlier response, or chosen by the client. */
    conversation: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .nullish(),
    /** PostHog's name of `conversation`. */
    session_id: z
      .string()
      .regex(/^[\w-]{1,64}$/)
      .nullish(),
  })
  .nullish();

export type QueryChatBody = z.infer<typeof queryChatSchema>;

/**
 * The stored data of a question and its response: the complete question, including what earlier questions
 * contributed, and its statement.
 */
export const chatTurnSchema = z.object({ question: z.string(), sql: z.string().nullable() });

export type ChatTurn = z.infer<typeof chatTurnSchema>;
