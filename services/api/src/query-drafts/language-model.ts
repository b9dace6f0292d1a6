import { z } from 'zod';

export interface ModelMessage {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Any server with OpenAI's API of chat completions. */
export interface LanguageModel {
  /** The text of one response. @throws ModelError for every failure */
  complete(messages: readonly ModelMessage[], signal: AbortSignal): Promise<string>;
}

/** The model gave no response. The message contains no secret and nothing from the model's server. */
export class ModelError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ModelError';
  }
}

const responseSchema = z.object({
  choices: z.array(z.object({ message: z.object({ content: z.string() }) })).min(1),
});
/** The maximum size of a response, which is a few lines of SQL. */
const MAX_RESPONSE_BYTES = 512 * 1024;
const MAX_TOKENS = 1_500;

/** Only the operator sets the address, no part of it comes from a request, and redirects are rejected. */
export function createLanguageModel(config: {
  /** For example `https://api.example.com/v1`. */
  readonly baseUrl: string;
  readonly model: string;
  readonly apiKey: string | undefined;
  readonly timeoutMs: number;
}): LanguageModel {
  const url = `${config.baseUrl.replace(/(?<!\/)\/+$/, '')}/chat/completions`;
  return {
    async complete(messages, signal) {
      try {
        const response = await fetch(url, {
          method: 'POST',
          redirect: 'error',
          headers: {
            'content-type': 'application/json',
            ...(config.apiKey !== undefined && { authorization: `Bearer ${config.apiKey}` }),
          },
          body: JSON.stringify({
            model: config.model,
            messages,
            temperature: 0,
            max_tokens: MAX_TOKENS,
            stream: false,
          }),
          signal: AbortSignal.any([signal, AbortSignal.timeout(config.timeoutMs)]),
        });
        if (!response.ok) {
          await response.body?.cancel();
          throw new ModelError(`the language model returned ${response.status}`);
        }
        const result = responseSchema.parse(JSON.parse(await boundedText(response)));
        return result.choices[0]?.message.content ?? '';
      } catch (error) {
        if (error instanceof ModelError) throw error;
        throw new ModelError('the language model gave no usable response', { cause: error });
      }
    },
  };
}

/** @throws ModelError if the response exceeds the limit, without reading the rest */
async function boundedText(response: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  if (response.body === null) return '';
  for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength;
    if (bytes > MAX_RESPONSE_BYTES)
      throw new ModelError('the response of the language model is too large');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}
