import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { waitUntil } from '@tidemark/testing';
import type { SharedProduct } from '../test-support/shared-product';
import { sharedProduct } from '../test-support/shared-product';
import { REPOSITORY } from '../test-support/standalone';
import { readExamples } from './readme-examples';

const run = promisify(execFile);

describe('the README', () => {
  const examples = readExamples(readFileSync(join(REPOSITORY, 'README.md'), 'utf8'));
  // The first project, as a new user has it. Other test files create their own projects in this product.
  let product: SharedProduct;

  beforeAll(async () => {
    product = await sharedProduct();
  });

  it('shows a first event, query, flag and action', () => {
    const text = examples.map(({ command }) => command).join('\n');
    for (const path of ['/capture/', '/query/', '/feature_flags/', '/decide?v=3', '/actions/']) {
      expect(text).toContain(path);
    }
  });

  it.each(examples.map((example, i) => [i + 1, example] as const))(
    'command %i returns what the README shows',
    async (_, { command, response }) => {
      const env = {
        ...process.env,
        TIDEMARK: product.url,
        PROJECT_API_KEY: product.projectApiKey,
        PERSONAL_API_KEY: product.personalApiKey,
      };
      const once = async (): Promise<void> => {
        const { stdout } = await run('bash', ['-euc', command], { env });
        expect(JSON.parse(stdout)).toMatchObject(response as object);
      };
      // Only a query is repeated, because it may need some time; commands that write must run exactly once.
      await (command.includes('/query/') ? waitUntil(once) : once());
    },
  );
});
