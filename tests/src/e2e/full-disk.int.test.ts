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

/** A separate disk, which only root can mount. */
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

/** Fills the disk, as another program would, until only `freeMib` are free. */
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

  it('rejects capture early, keeps serving queries, reports it once, and accepts events again', async () => {
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

  it('survives a disk without a free byte, and loses no event', async () => {
    const stored = acknowledged;
    fillUntil(1);
    writeRest();
    await waitUntil(async () => expect(await capture()).toBe(503));
    // The disk reserve is freed within a second, so that engines that ended can start again. Events acknowledged since
    // then stay in the log until there is space.
    await waitUntil(async () => {
      const [[found]] = (await count()) as [[number]];
      expect(found).toBeGreaterThanOrEqual(stored);
    });
    expect(isAlive(product.pid)).toBe(true);
    empty();
    await waitUntil(async () => expect(await capture()).toBe(200));
    await waitUntil(async () => expect(await count()).toEqual([[acknowledged]]));
  });

  it('reports the full disk if it cannot start, and starts when there is space again', async () => {
    expect(await product.stop()).toBe(0);
    // With the reserve, there would be enough space to start.
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

/** Fills the remaining bytes in ever smaller pieces. */
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
