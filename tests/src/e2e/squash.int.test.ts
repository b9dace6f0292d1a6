import { runCommand } from '@tidemark/cli';
import { waitUntil } from '@tidemark/testing';
import type { ApiClient } from '../test-support/api-client';
import { createApiClient } from '../test-support/api-client';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

/** A merge, then a squash by the operator's command: queries return the same results, but the table has changed. */
describe('tidemark squash on the running product', () => {
  let product: Standalone;
  let api: ApiClient;

  beforeAll(async () => {
    product = await startStandalone({ env: { SQUASH_AFTER_HOURS: '0' } });
    api = createApiClient(product.url, product.personalApiKey);
  });
  afterAll(async () => {
    await product.stop();
  });

  const send = async (event: object) => {
    const response = await fetch(`${product.url}/capture/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ api_key: product.projectApiKey, ...event }),
    });
    expect(response.status).toBe(200);
  };
  const byPerson = () =>
    api.hogql(1, 'select person_id, arraySort(groupArray(event)) from events group by 1');
  /** The stored column, without overrides. */
  const storedPersons = async () => {
    const result = await api.post('/api/projects/1/query/', {
      query: {
        kind: 'HogQLQuery',
        query: 'select count(distinct person_id) from events',
        modifiers: { personsOnEventsMode: 'person_id_no_override_properties_on_events' },
      },
      refresh: 'force_blocking',
    });
    return (result.body as { results: unknown }).results;
  };
  const squash = async () => {
    const out: string[] = [];
    const terminal = { out: (text: string) => out.push(text), err: () => undefined };
    const args = ['squash', '--json', '--timeout', '60'];
    const code = await runCommand(args, { DATA_DIR: product.dataDir }, terminal);
    expect(code).toBe(0);
    return JSON.parse(out.join('\n')) as unknown;
  };

  it('writes a merge into the events without changing a response', async () => {
    await send({ event: 'a', distinct_id: 'anon-1' });
    await send({ event: 'b', distinct_id: 'user' });
    const events = 'select count() from events';
    await waitUntil(async () => expect(await api.hogql(1, events)).toEqual([[2]]));
    const properties = { $anon_distinct_id: 'anon-1' };
    await send({ event: '$identify', distinct_id: 'user', properties });
    await waitUntil(async () => expect(await api.hogql(1, events)).toEqual([[3]]));

    const before = await byPerson();
    expect(before).toEqual([[expect.any(String), ['$identify', 'a', 'b']]]);
    expect(await storedPersons()).toEqual([[2]]);
    expect(await squash()).toMatchObject({ folded: 1 });
    expect(await storedPersons()).toEqual([[1]]);
    expect(await byPerson()).toEqual(before);
    expect(await squash()).toMatchObject({ folded: 0 });
  });
});
