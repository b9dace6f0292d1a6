import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@tidemark/testing';
import { createApiClient } from '../test-support/api-client';
import { isAlive } from '../test-support/descendants';
import type { Standalone } from '../test-support/standalone';
import { startStandalone } from '../test-support/standalone';

const MIB = 1024 * 1024;
const DISK_MIB = 700;

/** A disk of its own, which only root can mount. */
const mountPoint = mkdtempSync(join(tmpdir(), 'tidemark-disk-'));
const isMounted =
  spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK_MIB}m`, 'tmpfs', mountPoint]).status === 0;
if (!isMounted) console.log('skipped: a full disk (needs root, to mount a small one)');
const suite = isMounted ? describe : describe.skip;

afterAll(() => {
  if (isMounted) spawnSync('umount', ['-l', mountPoint]);
  rmSync(mountPoint, { recursive: true, force: true });
});

const freeMebibytes = (): number => {
  const { bavail, bsize } = statfsSync(mountPoint);
  return (bavail * bsize) / MIB;
};

/** Another program that takes space until so much is free. */
function fillUntil(freeMib: number): void {
  const bytes = Math.max(0, Math.floor((freeMebibytes() - freeMib) * MIB));
  const written = spawnSync('fallocate', ['-l', String(bytes), join(mountPoint, 'other-program')]);
  if (written.status !== 0) throw new Error(String(written.stderr));
}
const empty = (): void => rmSync(join(mountPoint, 'other-program'), { force: true });

suite('a disk that another program fills', () => {
  const dataDir = join(mountPoint, 'data');
  let product: Standalone;
  let acknowledged = 0;

  const capture = async (): Promise<number> => {
    const { status } = await fetch(`${product.url}/capture/`, {
      method: 'POST',
      body: JSON.stringify({
        api_key: product.projectApiKey,
        event: 'on a full disk',
        distinct_id: `u${acknowledged}`,
      }),
    });
    if (status === 200) acknowledged += 1;
    return status;
  };
  const count = (): Promise<unknown> =>
    createApiClient(product.url, product.personalApiKey).hogql(1, 'SELECT count() FROM events');

  beforeAll(async () => {
    mkdirSync(dataDir);
    product = await startStandalone({ dataDir, env: { DISK_MIN_FREE_BYTES: String(128 * MIB) } });
  });
  afterAll(() => product.stop());

  it('closes capture early, keeps queries, says so once, and opens again', async () => {
    expect(await capture()).toBe(200);
    await waitUntil(async () => expect(await count()).toEqual([[1]]));
    fillUntil(100);
    await waitUntil(async () => expect(await capture()).toBe(503));
    const ready = await fetch(`${product.url}/_readyz`);
    expect(ready.status).toBe(503);
    expect(await ready.json()).toMatchObject({
      checks: {
        disk: expect.stringMatching(/^the disk of \S+data has \d+ MiB free, less than 128/),
      },
    });
    await waitUntil(async () => expect(await count()).toEqual([[acknowledged]]));
    const warnings = () => product.output().match(/WARN.*the disk of/g) ?? [];
    await waitUntil(() => expect(warnings()).toHaveLength(1));
    empty();
    await waitUntil(async () => expect(await capture()).toBe(200));
    await waitUntil(async () => expect(await count()).toEqual([[acknowledged]]));
    await waitUntil(() => expect(product.output()).toContain('capture is open'));
  });

  it('lives through a disk without a byte left, and loses nothing', async () => {
    const stored = acknowledged;
    fillUntil(1);
    writeRest();
    await waitUntil(async () => expect(await capture()).toBe(503));
    // The reserve is given back within a second; engines that ended meanwhile have room to start. What was
    // acknowledged since waits in the log until there is space.
    await waitUntil(async () => {
      const [[found]] = (await count()) as [[number]];
      expect(found).toBeGreaterThanOrEqual(stored);
    });
    expect(isAlive(product.pid)).toBe(true);
    empty();
    await waitUntil(async () => expect(await capture()).toBe(200));
    await waitUntil(async () => expect(await count()).toEqual([[acknowledged]]));
  });

  it('names the disk when it cannot start, and starts where there is room again', async () => {
    expect(await product.stop()).toBe(0);
    // Without it there would be room to start.
    rmSync(join(dataDir, 'run', 'disk-reserve'), { force: true });
    fillUntil(1);
    writeRest();
    await expect(startStandalone({ dataDir })).rejects.toThrow(
      /Tidemark cannot start: disk full: the disk of \S+ has \d+ MiB free.* start again/,
    );
    empty();
    product = await startStandalone({ dataDir });
    await waitUntil(async () => expect(await count()).toEqual([[acknowledged]]));
  });
});

/** Takes the bytes that are left in pieces. */
function writeRest(): void {
  for (const bytes of [MIB, 64 * 1024, 4096]) {
    try {
      for (let i = 0; i < 64; i += 1) {
        writeFileSync(join(mountPoint, 'other-program'), Buffer.alloc(bytes, 1), { flag: 'a' });
      }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
}
