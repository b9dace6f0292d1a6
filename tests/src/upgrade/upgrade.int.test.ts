import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runCommand } from '@tidemark/cli';
import { createApiClient } from '../test-support/api-client';
import { REPOSITORY, startStandalone } from '../test-support/standalone';

const FIXTURES = join(REPOSITORY, 'tests', 'fixtures', 'schemas');
const SLOW = { readyTimeoutMs: 120_000 };
const START_MS = 200_000;

const readJson = async (path: string): Promise<unknown> =>
  JSON.parse(await readFile(path, 'utf8')) as unknown;

/**
 * Removes the `filter` of each series, which only repeats the filter of the request. Its format may differ between
 * releases.
 */
const withoutEchoes = (results: unknown): unknown =>
  JSON.parse(JSON.stringify(results), (key, value: unknown) =>
    key === 'filter' ? undefined : value,
  );

/**
 * Starts the product with data of earlier schemas (`scripts/schema-fixture.mjs` creates the data of a release). It must
 * return the results that the release returned.
 */
describe('data of earlier releases', () => {
  let work: string;
  beforeEach(async () => {
    work = await mkdtemp(join(tmpdir(), 'tidemark-upgrade-'));
  });
  afterEach(async () => {
    await rm(work, { recursive: true, force: true });
  });

  it.each(readdirSync(FIXTURES).sort())(
    '%s can be opened by this release, which returns the same results',
    async (fixture) => {
      execFileSync('tar', ['-xzf', join(FIXTURES, fixture), '-C', work]);
      const dataDir = join(work, 'data');
      const said: string[] = [];
      const terminal = {
        out: (text: string) => said.push(text),
        err: (text: string) => said.push(text),
      };
      const env = { DATA_DIR: dataDir, PATH: process.env.PATH };
      expect([await runCommand(['restore', join(work, 'backup')], env, terminal), said]).toEqual([
        0,
        [expect.stringContaining('Restored into') as string],
      ]);

      const product = await startStandalone({ dataDir, ...SLOW });
      try {
        const api = createApiClient(product.url, product.personalApiKey);
        const questions = (await readJson(join(__dirname, 'questions.json'))) as object[];
        const responses = (await readJson(join(work, 'answers.json'))) as unknown[];
        for (const [index, query] of questions.entries()) {
          const { body } = await api.post('/api/projects/1/query/', {
            query,
            refresh: 'force_blocking',
          });
          // Newer releases may add fields to a result, but must not change others.
          expect({ query, results: (body as { results: unknown }).results }).toMatchObject({
            query,
            results: withoutEchoes(responses[index]),
          });
        }
        const flags = await fetch(`${product.url}/flags/?v=2`, {
          method: 'POST',
          body: JSON.stringify({ token: product.projectApiKey, distinct_id: 'user@example.com' }),
        });
        expect(await flags.json()).toMatchObject({ flags: { 'for-pros': { enabled: false } } });
        const { body: project } = await api.get('/api/projects/1/');
        expect(project).toMatchObject({ event_retention_days: null });
      } finally {
        await product.stop();
      }
    },
    START_MS,
  );
});
