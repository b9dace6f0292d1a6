import { ConnectionError, createClient } from '.';

const query = { kind: 'HogQLQuery', query: 'SELECT 1' } as const;
const json = (body: object, status = 200) => new Response(JSON.stringify(body), { status });
const running = { query_status: { complete: false, error: false, results: null } };
const ended = { query_status: { complete: true, error: false, results: { results: [[1]] } } };

/** A server that answers by method, in turn; an Error is a lost connection. No wait takes any time. */
function clientOf(answer: (request: Request) => Response | Error | Promise<Response>) {
  return createClient({
    ...{ host: 'http://host', apiKey: 'phx_1', retry: { retries: 0 } },
    clock: {
      now: () => 0,
      random: () => 0,
      sleep: (_, signal) =>
        signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve(),
    },
    fetch: async (request) => {
      request.signal.throwIfAborted();
      const given = await answer(request);
      if (given instanceof Error) throw given;
      return given;
    },
  });
}

it('a run goes on while polls get no response, but not forever', async () => {
  let polls = 0;
  const until = (lost: number) =>
    clientOf(({ method }) => {
      if (method === 'POST') return json(running, 202);
      polls += 1;
      return polls <= lost ? new TypeError('fetch failed') : json(ended);
    });
  expect(await until(10).run(query)).toEqual({ results: [[1]] });
  polls = 0;
  await expect(until(11).run(query)).rejects.toThrow(ConnectionError);
});

it('the error of an aborted run is the reason of the signal, also if the request to cancel fails', async () => {
  const controller = new AbortController();
  const methods: string[] = [];
  const client = clientOf(({ method }) => {
    methods.push(method);
    if (method === 'DELETE') return new TypeError('fetch failed');
    controller.abort('the user left');
    return json(running, 202);
  });
  const outcome = await client.run(query, { signal: controller.signal }).catch((e: unknown) => e);
  expect([outcome, methods]).toEqual(['the user left', ['POST', 'DELETE']]);
});

it('a run with an aborted signal is not started', async () => {
  const methods: string[] = [];
  const client = clientOf(({ method }) => {
    methods.push(method);
    return json(running, 202);
  });
  const run = client.run(query, { signal: AbortSignal.abort('too late') });
  await expect(run).rejects.toBe('too late');
  expect(methods).toEqual([]);
});

it('a row that a proxy has cut off is a lost connection', async () => {
  const client = clientOf(() => new Response('{"a":1}\n{"a":'));
  const rows: unknown[] = [];
  const read = async () => {
    for await (const row of client.rows(query)) rows.push(row);
  };
  await expect(read()).rejects.toThrow('The result broke off within a row.');
  expect(rows).toEqual([{ a: 1 }]);
});
