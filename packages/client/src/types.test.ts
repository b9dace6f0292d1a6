import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { createClient } from '.';
import type { Item } from '.';

const client = createClient({ host: 'http://127.0.0.1:1', apiKey: 'phx_1' });

it('generated types match docs/openapi.json and the contracts', () => {
  const script = join(__dirname, '..', 'build', 'types.mjs');
  expect(execFileSync(process.execPath, [script, '--check'], { encoding: 'utf8' })).toBe('');
});

/** This code never runs: `npm run check` compiles it, and fails if one of the expected type errors is missing. */
it('derives the types from the route and the kind', () => {
  const compiled = async (): Promise<unknown[]> => {
    const rows = await client.query({ kind: 'HogQLQuery', query: 'SELECT 1' });
    const columns: string[] | null = rows.columns;
    const trends = await client.query({
      kind: 'TrendsQuery',
      series: [{ kind: 'EventsNode', event: '$pageview' }],
    });
    const label: string | undefined = trends.results[0]?.label;
    const flag = await client.get('/api/projects/{project_id}/feature_flags/{id}/', {
      path: { id: 1 },
    });
    const key: string = flag.key;
    const flags: Item<'/api/projects/{project_id}/feature_flags/'>[] = [];
    for await (const one of client.list('/api/projects/{project_id}/feature_flags/'))
      flags.push(one);
    // @ts-expect-error: rows of HogQL have no labels.
    const wrong: string = rows.results.label;
    // @ts-expect-error: the kind does not exist.
    await client.query({ kind: 'TrendQuery', series: [] });
    // @ts-expect-error: a trend has no statement.
    await client.query({ kind: 'TrendsQuery', query: 'SELECT 1' });
    // @ts-expect-error: the route does not exist.
    await client.get('/api/projects/{project_id}/feature_flag/');
    // @ts-expect-error: the route has no such method.
    await client.put('/api/projects/{project_id}/feature_flags/');
    return [columns, label, key, flags, wrong];
  };
  expect(typeof compiled).toBe('function');
});
