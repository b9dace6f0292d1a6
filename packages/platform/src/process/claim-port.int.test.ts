import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { claimPort } from './claim-port';

const MINUTE = 60_000;
let directory: string;

beforeAll(async () => (directory = await mkdtemp(join(tmpdir(), 'ports-'))));
afterAll(() => rm(directory, { recursive: true }));

it('reserves a port for one of many starts', async () => {
  const claims = await Promise.all(
    Array.from({ length: 20 }, () => claimPort(20_000, Date.now(), directory)),
  );
  expect(claims.filter(Boolean)).toHaveLength(1);
  expect(await claimPort(20_001, Date.now(), directory)).toBe(true);
});

it('gives every port where claims cannot be stored', async () => {
  const readOnly = '/sys/tidemark-ports';
  expect(await claimPort(20_003, Date.now(), readOnly)).toBe(true);
  expect(await claimPort(20_003, Date.now(), readOnly)).toBe(true);
});

it('returns a port again after some minutes', async () => {
  expect(await claimPort(20_002, Date.now(), directory)).toBe(true);
  expect(await claimPort(20_002, Date.now() + 2 * MINUTE, directory)).toBe(false);
  expect(await claimPort(20_002, Date.now() + 4 * MINUTE, directory)).toBe(true);
});
