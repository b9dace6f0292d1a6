import { rm } from 'node:fs/promises';
import { waitUntil } from '@tidemark/testing';
import { createApiClient } from '../test-support/api-client';
import type { FreshClone, Owner } from './fresh-clone';
import { cloneFresh, NOBODY, npmStart } from './fresh-clone';

const isRoot = process.getuid?.() === 0;

/**
 * Root can run both cases; an ordinary user can only run as itself. The permissions of the directory matter to the
 * engines. The second case reuses the installation and build of the first one.
 */
const CASES: [string, Owner | null, boolean][] = isRoot
  ? [
      ['owned by an ordinary user installs, builds', NOBODY, false],
      ['in a directory that only root can enter', null, true],
    ]
  : [['owned by an ordinary user installs, builds', null, true]];

const clones: FreshClone[] = [];
afterAll(async () => {
  await Promise.all(clones.map(({ root }) => rm(root, { recursive: true, force: true })));
});

it.each(CASES)(
  'a fresh clone %s, starts, accepts an event and stops cleanly',
  async (_, owner, isPrivate) => {
    const clone = await cloneFresh(owner, isPrivate, clones[0]);
    clones.push(clone);
    const product = await npmStart(clone, owner);
    // The product is ready slightly before it prints its keys.
    const [projectKey, personalKey] = await waitUntil(() => {
      const printed = product.output();
      const keys = [/phc_\w{43}\b/, /phx_\w{46}\b/].map((key) => key.exec(printed)?.[0]);
      expect(keys).not.toContain(undefined);
      return keys as [string, string];
    });
    const response = await fetch(`${product.url}/capture/`, {
      method: 'POST',
      body: JSON.stringify({ api_key: projectKey, event: 'first', distinct_id: 'u' }),
    });
    expect(response.status).toBe(200);
    const api = createApiClient(product.url, personalKey);
    await waitUntil(async () => {
      expect(await api.hogql(1, 'SELECT event FROM events')).toEqual([['first']]);
    });
    expect(await product.stop()).toBe(0);
  },
  400_000,
);
