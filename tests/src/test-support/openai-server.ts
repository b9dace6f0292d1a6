import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server with the part of OpenAI's API that its client needs: chat completions and embeddings. */
export interface OpenAiServer {
  /** The value for `baseURL`. */
  readonly url: string;
  stop(): Promise<void>;
}

const USAGE = {
  prompt_tokens: 1_000,
  completion_tokens: 500,
  total_tokens: 1_500,
  prompt_tokens_details: { cached_tokens: 400 },
};

/** The response to a request. The token counts are always the same. */
function respond(path: string, { model }: { readonly model: string }): object {
  if (path === '/v1/embeddings') {
    const data = [{ object: 'embedding', index: 0, embedding: [0.1, 0.2] }];
    return { object: 'list', model, data, usage: { prompt_tokens: 1_000, total_tokens: 1_000 } };
  }
  const message = { role: 'assistant', content: 'Hedgehogs have spines.' };
  return {
    id: 'chatcmpl-1',
    object: 'chat.completion',
    created: 1_700_000_000,
    model,
    choices: [{ index: 0, finish_reason: 'stop', message }],
    usage: USAGE,
  };
}

export async function startOpenAiServer(): Promise<OpenAiServer> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = JSON.parse(Buffer.concat(chunks).toString()) as { readonly model: string };
      response
        .writeHead(200, { 'content-type': 'application/json' })
        .end(JSON.stringify(respond(request.url ?? '', asked)));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
