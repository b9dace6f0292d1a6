import { createClient, TidemarkError } from '.';

/** A client whose requests are recorded. */
function recording(projectId?: string) {
  const urls: string[] = [];
  const client = createClient({
    ...{ host: 'http://127.0.0.1:1', apiKey: 'phx_1' },
    ...(projectId !== undefined && { projectId }),
    fetch: (request) => {
      urls.push(request.url);
      return Promise.resolve(Response.json({}));
    },
  });
  return { client, urls };
}

describe.each(['..', '.', ''])(
  'a path with the value "%s" is an error, not another route',
  (id) => {
    it.each([
      [
        'a route',
        ({ client }: ReturnType<typeof recording>) =>
          client.get('/api/projects/{project_id}/insights/{id}/', { path: { id } }),
      ],
      [
        // It would have deleted the project.
        'the end of a run',
        ({ client }: ReturnType<typeof recording>) => client.cancel(id),
      ],
    ])('of %s', async (_, call) => {
      const made = recording();
      await expect(call(made)).rejects.toThrow(TidemarkError);
      expect(made.urls).toEqual([]);
    });

    it('of the project', async () => {
      const { client, urls } = recording(id);
      const query = { kind: 'HogQLQuery', query: 'SELECT 1' } as const;
      await expect(client.query(query)).rejects.toThrow(TidemarkError);
      await expect(client.get('/api/projects/{project_id}/actions/')).rejects.toThrow(
        TidemarkError,
      );
      expect(urls).toEqual([]);
    });
  },
);

it('other values are encoded', async () => {
  const { client, urls } = recording();
  await client.get('/api/projects/{project_id}/insights/{id}/', { path: { id: '../a b' } });
  await client.cancel('a/b');
  expect(urls).toEqual([
    'http://127.0.0.1:1/api/projects/%40current/insights/..%2Fa%20b/',
    'http://127.0.0.1:1/api/projects/%40current/query/a%2Fb/',
  ]);
});
