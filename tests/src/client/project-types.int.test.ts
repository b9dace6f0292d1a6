import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand } from '@tidemark/cli';
import type { ShopProject } from '../test-support/shop-project';
import { shopProject } from '../test-support/shop-project';
import { REPOSITORY } from '../test-support/standalone';

/** Runs `tidemark types` on the sample shop, and compiles programs that use the generated types. */
let shop: ShopProject;
let folder: string;

beforeAll(async () => {
  shop = await shopProject('Types');
  const filters = {
    groups: [{ properties: [], rollout_percentage: 100 }],
    multivariate: {
      variants: [
        { key: 'control', rollout_percentage: 50 },
        { key: 'one-page', rollout_percentage: 50 },
      ],
    },
    payloads: { control: '{"steps": 3}', 'one-page': '{"steps": 1}' },
  };
  const made = await shop.api.post(`/api/projects/${shop.projectId}/feature_flags/`, {
    key: 'new-checkout',
    filters,
  });
  expect(made.status).toBe(201);
  // Inside `tests`, so that the compiler finds the packages that the programs import.
  folder = mkdtempSync(join(REPOSITORY, 'tests', 'node_modules', '.types-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

async function types(...args: string[]) {
  const lines: string[] = [];
  const print = (text: string): void => void lines.push(text);
  const env = { TIDEMARK_API_KEY: shop.personalApiKey };
  const code = await runCommand(['types', ...args], env, { out: print, err: print });
  return { code, text: lines.join('\n') };
}

/** Compiles a program. Returns its errors in order, each as `line code`. */
function compile(program: string): Promise<string[]> {
  writeFileSync(join(folder, 'program.ts'), program);
  writeFileSync(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        ...{ strict: true, noEmit: true, skipLibCheck: true, types: ['node'] },
        ...{ target: 'ES2022', module: 'NodeNext', lib: ['ES2022', 'DOM'] },
      },
      files: ['program.ts'],
    }),
  );
  const tsc = join(REPOSITORY, 'node_modules', 'typescript', 'bin', 'tsc');
  return new Promise((resolve) => {
    execFile(process.execPath, [tsc, '-p', folder, '--pretty', 'false'], (_error, out) => {
      const errors = out.split('\n').flatMap((line) => {
        const [, at, code] = /program\.ts\((\d+),\d+\): error (TS\d+)/.exec(line) ?? [];
        return at === undefined ? [] : [`${at} ${String(code)}`];
      });
      resolve(errors.length === 0 && out !== '' ? [out] : errors);
    });
  });
}

const PROGRAM = `import posthog from 'posthog-js';
import { PostHog } from 'posthog-node';
import type { TypedBrowser, TypedServer } from './tidemark';
const page = posthog as TypedBrowser<typeof posthog>;
const server = new PostHog('phc_1') as TypedServer<PostHog>;
page.capture('order paid', { revenue: 12.5, $set: { plan: 'pro' } });
page.capture('$pageview', { $current_url: 'https://shop.example.com' });
server.capture({ distinctId: 'u', event: 'order paid', properties: { revenue: 1 } });
page.identify('u');
const steps = page.getFeatureFlagPayload('new-checkout')?.steps;
if (page.getFeatureFlag('new-checkout') === 'one-page') page.capture('order paid', { revenue: steps });
export const enabled: Promise<boolean | undefined> = server.isFeatureEnabled('new-checkout', 'u');
`;

describe('tidemark types', () => {
  it('generates types for the sample data, with which correct programs compile', async () => {
    const written = await types(
      '--url',
      shop.url,
      '--project',
      String(shop.projectId),
      '--out',
      join(folder, 'tidemark.d.ts'),
    );
    const own = new Set(
      shop.events.map(({ event }) => event).filter((event) => !event.startsWith('$')),
    );
    expect(written).toMatchObject({
      code: 0,
      text: expect.stringMatching(`${own.size} events, 1 flags$`) as string,
    });
    expect(await compile(PROGRAM)).toEqual([]);
  });

  it.each([
    ['an event', "page.capture('order payd');"],
    ['a property', "page.capture('order paid', { revenu: 12.5 });"],
    ['the type of a property', "page.capture('order paid', { revenue: true });"],
    ['the key of a flag', "page.isFeatureEnabled('new-chekout');"],
    ['a variant', "page.getFeatureFlag('new-checkout') === 'onepage';"],
    ['a field of a payload', "page.getFeatureFlagPayload('new-checkout')?.step;"],
    ['an event on a server', "server.capture({ distinctId: 'u', event: 'order payd' });"],
    ['the key of a flag on a server', "server.getFeatureFlag('new-chekout', 'u');"],
  ])('makes the compiler reject a typo in %s', async (_name, line) => {
    const at = PROGRAM.split('\n').length;
    const errors = await compile(`${PROGRAM}${line}\n`);
    expect(errors).toHaveLength(1);
    expect(errors[0]).toMatch(new RegExp(`^${at} TS\\d+$`));
  });

  it('reports an error in one line', async () => {
    const url = ['--url', shop.url, '--out', '-'];
    expect(await types(...url, '--project', '99999999')).toMatchObject({
      code: 3,
      text: expect.stringMatching(/^ERROR 404: /) as string,
    });
    expect(
      await types('--url', 'http://127.0.0.1:1', '--out', '-', '--project', '1'),
    ).toMatchObject({ code: 1, text: expect.stringMatching(/^ERROR No response/) as string });
    const lines: string[] = [];
    const print = (text: string): void => void lines.push(text);
    const code = await runCommand(
      ['types', ...url, '--project', '1'],
      {},
      { out: print, err: print },
    );
    expect([code, lines[0]]).toEqual([
      2,
      'ERROR TIDEMARK_API_KEY is missing: set it to a personal API key',
    ]);
  });
});
