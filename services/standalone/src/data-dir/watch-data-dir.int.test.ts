import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { waitUntil } from '@tidemark/testing';
import { watchDataDir } from './watch-data-dir';

function watched() {
  const dataDir = mkdtempSync(join(tmpdir(), 'watch-data-dir-'));
  const warnings: string[] = [];
  const terminal = { warn: (text: string) => void warnings.push(text) };
  return { dataDir, warnings, watch: watchDataDir(dataDir, dataDir, terminal, 5) };
}

it('warns once when the data directory is deleted', async () => {
  const { dataDir, warnings, watch } = watched();
  expect(warnings).toEqual([]);
  watch.requireSame();
  rmSync(dataDir, { recursive: true });
  await waitUntil(() => expect(warnings).toHaveLength(1));
  expect(warnings[0]).toContain(`${dataDir} was deleted, moved or replaced while Tidemark runs`);
  expect(watch.requireSame).toThrow(`${dataDir} was deleted, moved or replaced`);
  watch.stop();
});

it('does not accept another folder of the same name', () => {
  const { dataDir, watch } = watched();
  rmSync(dataDir, { recursive: true });
  mkdirSync(dataDir);
  expect(watch.requireSame).toThrow('replaced');
  watch.stop();
  rmSync(dataDir, { recursive: true });
});
