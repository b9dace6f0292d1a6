import { mkdtempSync, readFileSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createLogFile } from './log-file';

describe('createLogFile', () => {
  const folder = mkdtempSync(join(tmpdir(), 'tidemark-log-'));
  const path = join(folder, 'x.log');
  afterAll(() => rmSync(folder, { recursive: true }));

  it('appends to the file of an earlier start, and keeps two files at most', () => {
    createLogFile(path, 40).write('before');
    const log = createLogFile(path, 40);
    for (let i = 0; i < 20; i += 1) log.write(`line ${String(i).padStart(2, '0')}`);
    expect(readdirSync(folder).sort()).toEqual(['x.log', 'x.log.1']);
    expect(readFileSync(`${path}.1`, 'utf8') + readFileSync(path, 'utf8')).toMatch(
      /line 18\nline 19\n$/,
    );
    expect(readFileSync(path, 'utf8').length).toBeLessThanOrEqual(48);
  });

  it('reports a full device once, and does not throw', () => {
    const failures: string[] = [];
    const log = createLogFile('/dev/full', undefined, ({ code }) => failures.push(String(code)));
    log.write('one');
    log.write('two');
    expect(failures).toEqual(['ENOSPC']);
  });
});
