import { linkSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainMessage } from './plain-message';

/** Uses real errors of the operating system. */
describe('plainMessage of an error of the operating system', () => {
  const folder = mkdtempSync(join(tmpdir(), 'system-message-'));
  const file = join(folder, 'file');
  beforeAll(() => writeFileSync(file, ''));
  afterAll(() => rmSync(folder, { recursive: true }));

  const messageOf = (work: () => unknown): string => {
    try {
      work();
    } catch (error) {
      return plainMessage(error);
    }
    throw new Error('it succeeded');
  };

  it.each([
    [() => readFileSync(join(folder, 'missing')), () => `${folder}/missing does not exist`],
    [() => mkdirSync(folder), () => `${folder} exists already`],
    [
      () => mkdirSync(join(file, 'below')),
      () => `${file}/below cannot be used: a part of its path is a file, not a folder`,
    ],
    [() => readFileSync(folder), () => 'the given path is a folder, not a file'],
    [() => linkSync(file, file), () => `${file} exists already`],
  ])('%s', (work, message) => {
    expect(messageOf(work)).toBe(message());
  });

  it('contains the address on which no server listens', async () => {
    const socket = connect({ port: 1, host: '127.0.0.1' });
    const error = await once(socket, 'connect').catch((reason: unknown) => reason);
    expect(plainMessage(error)).toBe('no server listens on 127.0.0.1:1');
  });

  it.each([
    ['EACCES', { path: '/a' }, 'the user of this process has no permission for /a'],
    ['ENOSPC', { path: '/a' }, 'the disk of /a is full'],
    ['ENOSPC', {}, 'the disk is full'],
    ['EROFS', { path: '/a' }, '/a is on a file system that cannot be written'],
    ['EADDRINUSE', { address: '::1', port: 8000 }, 'the address [::1]:8000 is in use'],
    ['ENOTFOUND', { hostname: 'db' }, 'the host name db does not exist'],
  ])('%s %j', (code, named, message) => {
    const error = Object.assign(new Error(`${code}: text of the system`), { code, ...named });
    expect(plainMessage(error)).toBe(message);
  });

  it('does not change errors of Tidemark', () => {
    expect(plainMessage(Object.assign(new Error('port 1 is taken'), { code: 'EACCES' }))).toBe(
      'port 1 is taken',
    );
    expect(plainMessage(Object.assign(new Error('ENOENT: text'), { code: 'ENOENT' }))).toBe(
      'ENOENT: text',
    );
  });
});
