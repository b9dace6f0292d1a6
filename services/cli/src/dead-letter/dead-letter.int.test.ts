import { mkdtemp, mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { IngestLogConsumer, LogRecord } from '@tidemark/ingest-log';
import {
  closeRedis,
  createIngestLogConsumer,
  createIngestLogProducer,
  createRedis,
  waitUntilReady,
} from '@tidemark/redis';
import type { Redis } from '@tidemark/redis';
import { createIsolatedStores } from '@tidemark/testing';
import { runCommand } from '../program';

const uuid = '01900000-0000-7000-8000-000000000000';
const entry = (distinctId: string, teamId = 1): string =>
  JSON.stringify({ v: 1, team_id: teamId, uuid, event: 'buy\u001b[2J', distinct_id: distinctId });

describe('tidemark dead-letter', () => {
  let url: string;
  let redis: Redis;
  let log: IngestLogConsumer;

  beforeAll(async () => {
    ({ redis: url } = await createIsolatedStores());
    redis = createRedis(url, 'consumer');
    log = createIngestLogConsumer({ redis, partitions: 2, owner: 'w', leaseMs: 60_000 });
    await log.acquire();
  });
  afterAll(async () => {
    await log.release();
    await closeRedis(redis);
  });
  beforeEach(async () => {
    await run('discard', '--all');
    await log.acknowledge(await waiting());
  });

  const waiting = (): Promise<LogRecord[]> => log.read([0, 1], 100, 0);
  const giveUp = async (raw: string, reason: string): Promise<void> => {
    const id = await redis.xadd('tidemark:ingest:{0}', '*', 'e', raw);
    await log.deadLetter(
      (await waiting()).find((record) => record.id === id)!,
      reason,
    );
  };
  const run = async (...args: string[]) => {
    const out: string[] = [];
    const err: string[] = [];
    const terminal = {
      out: (text: string) => out.push(text),
      err: (text: string) => err.push(text),
    };
    const code = await runCommand(['dead-letter', ...args], { REDIS_URL: url }, terminal);
    return { code, out: out.join('\n'), err: err.join('\n') };
  };
  const list = async (...args: string[]) => {
    const { out } = await run('list', '--json', ...args);
    return JSON.parse(out) as {
      total: number;
      dead_letters: { id: string; distinct_id: string | null; attempts: number }[];
    };
  };

  it('lists dead letters as text and as JSON', async () => {
    await giveUp(entry('u1'), 'rejected: year 0');
    await giveUp('not json', 'not JSON');
    const people = await run('list');
    expect(people.code).toBe(0);
    expect(people.out).toContain('rejected: year 0');
    expect(people.out).toContain('2 of 2 dead letters');
    expect(people.out).not.toContain('\u001b');
    expect(await list('--reason', 'year')).toEqual({
      total: 2,
      dead_letters: [
        expect.objectContaining({ distinct_id: 'u1', project_id: 1, uuid, attempts: 1 }),
      ],
    });
    expect((await list('--limit', '1')).dead_letters).toHaveLength(1);
    expect((await list('--project', '2')).dead_letters).toEqual([]);
  });

  it('shows one with its record', async () => {
    await giveUp(entry('u1'), 'rejected');
    const [letter] = (await list()).dead_letters;
    const shown = await run('show', letter!.id);
    expect(JSON.parse(shown.out)).toMatchObject({
      reason: 'rejected',
      record: { distinct_id: 'u1', team_id: 1 },
    });
    expect(await run('show', '1-1')).toEqual({
      code: 3,
      out: '',
      err: 'ERROR there is no dead letter 1-1. dead-letter list shows the ids.',
    });
    expect((await run('show', 'x; FLUSHALL')).code).toBe(3);
  });

  it('replays by id, by reason and all; a record that fails again has a higher number of attempts', async () => {
    await giveUp(entry('a'), 'one');
    await giveUp(entry('b'), 'two');
    await giveUp(entry('c'), 'two');
    const [first] = (await list()).dead_letters;
    expect((await run('replay', '--id', first!.id)).out).toBe('1 replayed');
    expect((await run('replay', '--reason', 'two', '--json')).out).toBe('{"replayed":2}');
    expect((await list()).total).toBe(0);
    const back = await waiting();
    expect(
      back.map(({ raw }) => (JSON.parse(raw) as { distinct_id: string }).distinct_id).sort(),
    ).toEqual(['a', 'b', 'c']);
    for (const record of back) await log.deadLetter(record, 'again');
    expect((await list()).dead_letters.map((letter) => letter.attempts)).toEqual([2, 2, 2]);
    expect((await run('replay', '--all')).out).toBe('3 replayed');
  });

  it('shows, replays and discards one of several events in a stream entry', async () => {
    const producerRedis = createRedis(url, 'producer');
    await waitUntilReady(producerRedis, 10_000);
    const producer = createIngestLogProducer({
      redis: producerRedis,
      partitions: 2,
      maxLength: 100,
    });
    await producer.appendEvents({
      teamId: 1,
      head: '{"v":2,"team_id":1,',
      events: ['a', 'b', 'c', 'd'].map((event) => ({
        partitionKey: 'u',
        lead: '"sent":',
        sent: Buffer.from(JSON.stringify({ event, uuid, distinct_id: 'u' })),
      })),
    });
    const [a, b, c, d] = await waiting();
    await log.deadLetter(b!, 'rejected');
    await log.deadLetter(c!, 'rejected');
    await log.acknowledge([a!, d!]);
    expect(await waiting()).toEqual([]);
    const [first, second] = (await list()).dead_letters;
    expect(JSON.parse((await run('show', first!.id)).out)).toMatchObject({
      ...{ project_id: 1, event: 'b', distinct_id: 'u', uuid },
      record: { v: 2, team_id: 1, sent: { event: 'b' } },
    });
    expect((await run('replay', '--id', first!.id)).out).toBe('1 replayed');
    expect((await waiting()).map(({ raw }) => raw)).toEqual([b!.raw]);
    const { out } = await run('discard', '--id', second!.id);
    expect(JSON.parse(out)).toMatchObject({ record: { sent: { event: 'c' } } });
    expect((await list()).total).toBe(0);
    await closeRedis(producerRedis);
  });

  it('discards only letters that it has printed', async () => {
    await giveUp(entry('a'), 'one');
    await giveUp(entry('b', 2), 'one');
    const { out, err } = await run('discard', '--project', '2');
    expect(JSON.parse(out)).toMatchObject({ record: { distinct_id: 'b' } });
    expect(err).toBe('1 discarded');
    expect((await list()).dead_letters.map((letter) => letter.distinct_id)).toEqual(['a']);
  });

  it.each([
    [['replay']],
    [['replay', '--all', '--id', '1-1']],
    [['list', '--limit', '0']],
    [['show']],
    [['nonsense']],
  ])('says what is wrong with %j and exits with 2', async (args) => {
    const { code, out, err } = await run(...args);
    expect({ code, out }).toEqual({ code: 2, out: '' });
    expect(err).not.toBe('');
  });

  it('prints its help', async () => {
    const { code, out } = await run('replay', '--help');
    expect(code).toBe(0);
    expect(out).toContain('--reason <text>');
  });

  it('finds the Redis of the Tidemark that is running in a data directory', async () => {
    const dataDir = await mkdtemp(join(tmpdir(), 'tidemark-cli-'));
    const out: string[] = [];
    const terminal = {
      out: (text: string) => out.push(text),
      err: (text: string) => out.push(text),
    };
    const count = () => runCommand(['dead-letter', 'list'], { DATA_DIR: dataDir }, terminal);
    expect(await count()).toBe(1);
    expect(out.join()).toContain('Redis is not running in');

    await mkdir(join(dataDir, 'redis'));
    const { port, password } = new URL(url);
    const conf = `port ${port}\nrequirepass "${decodeURIComponent(password)}"\n`;
    await writeFile(join(dataDir, 'redis', 'redis.conf'), conf);
    await writeFile(join(dataDir, 'redis', 'redis.pid'), '1');
    expect(await count()).toBe(0);
    await rm(dataDir, { recursive: true });
  });
});
