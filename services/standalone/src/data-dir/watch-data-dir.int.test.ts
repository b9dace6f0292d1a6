import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@tidemark/testing';
import { watchDataDir } from './watch-data-dir';

it('warns once when the data directory is deleted', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'watch-data-dir-'));
  const warnings: string[] = [];
  const ignore = (): void => undefined;
  const terminal = {
    line: ignore,
    error: ignore,
    warn: (text: string) => void warnings.push(text),
  };
  const { stop } = watchDataDir(dataDir, terminal, 5);
  expect(warnings).toEqual([]);
  rmSync(dataDir, { recursive: true });
  await waitUntil(() => expect(warnings).toHaveLength(1));
  expect(warnings[0]).toContain(`${dataDir} was deleted or moved while Tidemark runs`);
  stop();
});
