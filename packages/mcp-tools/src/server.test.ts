import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { ClientCapabilities, ElicitResult } from '@modelcontextprotocol/sdk/types.js';
import { ElicitRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { createClient } from '@tidemark/client';
import { createSessionServer } from './server';

/** Calls create_annotation from a client with these capabilities, whose user gives this answer. */
async function annotate(
  elicitation: NonNullable<ClientCapabilities['elicitation']>,
  answer: () => Promise<ElicitResult>,
) {
  const errors: unknown[] = [];
  const requests: string[] = [];
  const api = createClient({
    host: 'http://127.0.0.1:1',
    apiKey: 'phx_1',
    fetch: (request) => {
      requests.push(request.method);
      return Promise.resolve(Response.json({ id: 7 }, { status: 201 }));
    },
  });
  const server = createSessionServer({
    ...{ client: api, key: { scopes: ['*'] }, version: '1' },
    onError: (error) => errors.push(error),
  });
  const agent = new Client({ name: 'agent', version: '1' }, { capabilities: { elicitation } });
  if (elicitation.form !== undefined) agent.setRequestHandler(ElicitRequestSchema, answer);
  const [near, far] = InMemoryTransport.createLinkedPair();
  await Promise.all([server.connect(far), agent.connect(near)]);
  const result = await agent.callTool({
    name: 'create_annotation',
    arguments: { content: 'Release', date: '2026-01-01T00:00:00Z' },
  });
  await agent.close();
  const [{ text }] = result.content as [{ text: string }];
  return { text, isError: result.isError === true, requests, errors };
}

const accepted: ElicitResult = { action: 'accept', content: { confirm: true } };

it('asks the user of a client that can show a question', async () => {
  const { requests, isError } = await annotate({ form: {} }, () => Promise.resolve(accepted));
  expect({ requests, isError }).toEqual({ requests: ['POST'], isError: false });
});

it('makes a dry run for a client that can only open addresses', async () => {
  const result = await annotate({ url: {} }, () => Promise.resolve(accepted));
  expect(result).toMatchObject({ requests: [], errors: [], isError: false });
  expect(result.text).toContain('Dry run, nothing was changed');
});

it.each<[string, () => Promise<ElicitResult>]>([
  ['fails', () => Promise.reject(new Error('no window'))],
  [
    'returns a content of another shape',
    () => Promise.resolve({ action: 'accept', content: { confirm: 'yes' } }),
  ],
])('changes nothing if the question %s', async (_, answer) => {
  const result = await annotate({ form: {} }, answer);
  expect(result).toMatchObject({ requests: [], errors: [], isError: true });
  expect(result.text).toMatch(/^The user could not be asked \(.+\)\. Nothing was changed\.$/);
});
