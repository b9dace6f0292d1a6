import { execFileSync } from 'node:child_process';
import { readlinkSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { waitUntil } from '@tidemark/testing';
import { createApiClient } from '../test-support/api-client';
import { descendants } from '../test-support/descendants';
import type { Standalone } from '../test-support/standalone';
import { REPOSITORY, startStandalone } from '../test-support/standalone';
import { installNodeBinaries, nodeBinaries } from './install-node';

const START_MS = 60_000;

async function send(product: Standalone, path: string, body: object): Promise<unknown> {
  const response = await fetch(product.url + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ api_key: product.projectApiKey, distinct_id: 'ann', ...body }),
  });
  expect(response.status).toBe(200);
  return response.json();
}

/** The paths of the programs of all Node.js processes of the product. */
function programsOf(product: Standalone): Set<string> {
  const pids = [product.pid, ...descendants(product.pid).map(({ pid }) => pid)];
  const programs = pids.map((pid) => readlinkSync(`/proc/${pid}/exe`));
  return new Set(programs.filter((path) => path.endsWith('/node')));
}

/** PATH with the Node.js of a folder first. */
function pathOf(folder: string): string {
  return `${folder}${delimiter}${process.env['PATH'] ?? ''}`;
}

// Determined before the tests are declared, so that missing binaries lead to skipped tests, not to passed ones.
const unavailable = installNodeBinaries();
if (unavailable !== null) console.warn(`SKIPPED, no Node.js binaries: ${unavailable}`);
const onEach = unavailable === null ? it.each(nodeBinaries()) : it.skip.each(nodeBinaries());

/** The product must start on each version of Node.js that `engines` permits, and its main functions must work. */
describe('Node.js', () => {
  it('20.19, 24 and 26 are tested', () => {
    const tested = nodeBinaries().map(({ version }) => version);
    expect(tested).toEqual([
      expect.stringMatching(/^20\.19\./),
      expect.stringMatching(/^24\./),
      expect.stringMatching(/^26\./),
    ]);
  });

  onEach(
    '$version starts the product, stores an event, evaluates a flag',
    async ({ version, folder }) => {
      const program = join(folder, 'node');
      expect(execFileSync(program, ['--version'], { encoding: 'utf8' }).trim()).toBe(`v${version}`);
      const product = await startStandalone({
        env: { PATH: pathOf(folder), SERVICE_NODE: 'own' },
        readyTimeoutMs: START_MS,
      });
      try {
        expect(programsOf(product)).toEqual(new Set([program]));
        await send(product, '/capture/', { event: 'signed up', properties: { plan: 'pro' } });
        const api = createApiClient(product.url, product.personalApiKey);
        await waitUntil(async () => {
          const rows = await api.hogql('@current', 'SELECT event, properties.plan FROM events');
          expect(rows).toEqual([['signed up', 'pro']]);
        }, 30_000);
        const created = await api.post('/api/projects/@current/feature_flags/', {
          key: 'new-billing',
          filters: { groups: [{ properties: [], rollout_percentage: 100 }] },
        });
        expect(created.status).toBe(201);
        await waitUntil(async () => {
          const flags = await send(product, '/flags/?v=2', {});
          expect(flags).toMatchObject({ flags: { 'new-billing': { enabled: true } } });
        }, 10_000);
      } finally {
        expect(await product.stop()).toBe(0);
      }
    },
  );

  const [oldest, ...newer] = unavailable === null ? nodeBinaries() : [];
  const onOldest = oldest === undefined ? it.skip : it;

  onOldest('an older one runs the services on the Node.js 24 that npm has installed', async () => {
    const folder = oldest?.folder ?? '';
    const product = await startStandalone({
      env: { PATH: pathOf(folder) },
      readyTimeoutMs: START_MS,
    });
    try {
      const others = [...programsOf(product)].filter((path) => path !== join(folder, 'node'));
      expect(others).toEqual([expect.stringMatching(/node-linux-(x64|arm64)\/bin\/node$/)]);
      expect(product.output()).toMatch(
        /^Services run on Node\.js 24\.\S+, which npm has installed$/m,
      );
    } finally {
      expect(await product.stop()).toBe(0);
    }
  });

  onOldest('24 and 26 run the services themselves', () => {
    const choose = `console.log(require('@tidemark/node-runtime').chooseServiceNode('newest').path)`;
    const cwd = join(REPOSITORY, 'services', 'standalone');
    const chosen = newer.map(({ folder }) =>
      execFileSync(join(folder, 'node'), ['-e', choose], { cwd, encoding: 'utf8' }).trim(),
    );
    expect(chosen).toEqual(newer.map(({ folder }) => join(folder, 'node')));
  });
});
