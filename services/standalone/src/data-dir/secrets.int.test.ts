import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadSecrets } from './secrets';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'tidemark-secrets-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

describe('loadSecrets', () => {
  it('creates them once, readable by the owner only, different in each data directory', () => {
    const first = loadSecrets(dataDir, {});
    expect(loadSecrets(dataDir, {})).toEqual(first);
    expect(first.projectApiKey).toMatch(/^phc_\w{43}$/);
    expect(first.personalApiKey).toMatch(/^phx_\w{46}$/);
    expect(statSync(join(dataDir, 'secrets.json')).mode & 0o777).toBe(0o600);
    rmSync(join(dataDir, 'secrets.json'));
    expect(
      new Set(Object.values({ ...loadSecrets(dataDir, {}) }).concat(Object.values(first))).size,
    ).toBe(2 * Object.keys(first).length);
  });

  it("keeps the operator's keys for starts without them", () => {
    const before = loadSecrets(dataDir, {});
    loadSecrets(dataDir, { projectApiKey: 'phc_given' });
    expect(loadSecrets(dataDir, {})).toEqual({ ...before, projectApiKey: 'phc_given' });
  });

  it('does not replace a damaged file, because the stores would become inaccessible', () => {
    writeFileSync(join(dataDir, 'secrets.json'), '{');
    expect(() => loadSecrets(dataDir, {})).toThrow(/secrets\.json cannot be read/);
  });
});
