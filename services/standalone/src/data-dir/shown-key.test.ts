import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noteShown, wasShown } from './shown-key';

it('a key counts as shown after it was recorded, another key does not', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-shown-'));
  try {
    expect(wasShown(folder, 'phx_a')).toBe(false);
    noteShown(folder, 'phx_a');
    expect([wasShown(folder, 'phx_a'), wasShown(folder, 'phx_b')]).toEqual([true, false]);
    const file = join(folder, 'shown-key');
    expect(readFileSync(file, 'utf8')).not.toContain('phx_a');
    expect(statSync(file).mode & 0o777).toBe(0o600);
  } finally {
    rmSync(folder, { recursive: true });
  }
});
