import { mkdir, writeFile } from 'node:fs/promises';
import { delimiter, join } from 'node:path';
import { findRedisServer, redisServerPlaces, unpackDebianRedis } from '@tidemark/redis';
import { REPOSITORY } from '../test-support/standalone';
import { FIRST_PATH } from './first-path';

const CACHE = join(REPOSITORY, '.cache');

/**
 * On a machine without Redis, every data directory would get its own server from Debian's packages, which takes some
 * seconds of apt and dpkg for each product and each server of a test. This unpacks it once per checkout and adds it to
 * PATH. The original PATH is kept for tests that need the unchanged machine.
 */
export async function putRedisOnPath(): Promise<void> {
  const path = process.env['PATH'] ?? '';
  process.env[FIRST_PATH] = path;
  if ((await findRedisServer(redisServerPlaces(path))) !== null) return;
  const server = await unpackDebianRedis(join(CACHE, 'redis-server'), () => undefined);
  const programs = join(CACHE, 'bin');
  await mkdir(programs, { recursive: true });
  const lines = [
    '#!/bin/sh',
    `export LD_LIBRARY_PATH='${server.libraryPath ?? ''}'`,
    `exec '${server.command}' "$@"`,
  ];
  await writeFile(join(programs, 'redis-server'), `${lines.join('\n')}\n`, { mode: 0o755 });
  process.env['PATH'] = `${programs}${delimiter}${path}`;
}
