import { rm } from 'node:fs/promises';
import { eventually } from '@tidemark/testing';
import { createApiClient } from '../support/api-client';
import type { FreshClone, Owner } from './fresh-clone';
import { cloneFresh, NOBODY, npmStart } from './fresh-clone';

const isRoot = process.getuid?.() === 0;

/** As root both cases are possible; an ordinary user can only be itself. */
const CASES: [string, Owner | null, boolean][] = isRoot
  ? [
      ['in a directory that only root can enter', null, true],
      ['owned by an ordinary user', NOBODY, false],
    ]
  : [['owned by an ordinary user', null, true]];

describe.each(CASES)('a fresh clone %s', (_, owner, isPrivate) => {
  let clone: FreshClone;

  beforeAll(async () => {
    clone = await cloneFresh(owner, isPrivate);
  });
  afterAll(async () => {
    await rm(clone.root, { recursive: true, force: true });
  });

  it('installs, builds, starts, takes an event and stops cleanly', async () => {
    const product = await npmStart(clone, owner);
    const printed = product.output();
    const keys = printed.match(/ph[cx]_[A-Za-z0-9]{20,}/g) ?? [];
    const projectKey = keys.find((key) => key.startsWith('phc_')) ?? '';
    const personalKey = keys.find((key) => key.startsWith('phx_')) ?? '';
    const response = await fetch(`${product.url}/capture/`, {
      method: 'POST',
      body: JSON.stringify({ api_key: projectKey, event: 'first', distinct_id: 'u' }),
    });
    expect(response.status).toBe(200);
    const api = createApiClient(product.url, personalKey);
    await eventually(async () => {
      expect(await api.hogql(1, 'SELECT event FROM events')).toEqual([['first']]);
    });
    expect(await product.stop()).toBe(0);
  }, 400_000);
});
