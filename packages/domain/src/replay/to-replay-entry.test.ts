import { gzipSync } from 'node:zlib';
import { replayEntrySchema } from '@tidemark/contracts';
import * as fc from 'fast-check';
import { consoleRowLines } from './console-rows';
import { readRecording } from './read-recording';
import { replayRowLine } from './replay-row';
import { toReplayEntry } from './to-replay-entry';
import { T0, at, snapshotEvent } from './test-support/snapshots';

const entryOf = (items: unknown, properties: object = {}, keepsConsole?: boolean) =>
  toReplayEntry(7, readRecording([snapshotEvent(items, properties)], undefined), keepsConsole);

const packed = (value: unknown): string => gzipSync(JSON.stringify(value)).toString('latin1');

const interaction = (ms: number, type: number): object => at(ms, 3, { source: 2, type });
const message = (ms: number, level: string): object =>
  at(ms, 6, { plugin: 'rrweb/console@1', payload: { level, payload: ['x'] } });

describe('the record of a request', () => {
  it('counts the actions of the user', () => {
    const items = [
      at(0, 4, { href: ' https://a.b/c ', width: 1 }),
      { type: 2, timestamp: T0 + 5, data: packed({ node: {} }), cv: '2024-10' },
      at(100, 3, { source: 0, adds: packed([1]), texts: packed([]) }),
      ...[2, 3, 4, 9, 0, 1, 5, 7].map((type, index) => interaction(200 + index, type)),
      at(300, 3, { source: 1, positions: [] }),
      at(301, 3, { source: 6, positions: [] }),
      at(400, 3, { source: 5, text: '***' }),
      at(401, 3, { source: 5, text: '****' }),
      at(500, 3, { source: 3 }),
      at(600, 5, { tag: '$pageview', payload: { href: 'https://a.b/d' } }),
      at(700, 4, { href: 'https://a.b/c' }),
      ...['log', 'info', 'warn', 'error', 'assert', 'countReset'].map((level) =>
        message(800, level),
      ),
      at(900, 6, { plugin: 'rrweb/network@1', payload: { level: 'error' } }),
    ];
    const entry = entryOf(items);
    expect(entry).toEqual({
      v: 1,
      kind: 'replay',
      team_id: 7,
      uuid: expect.stringMatching(
        /^[0-9a-f]{8}-[0-9a-f]{4}-8[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/,
      ),
      distinct_id: 'u1',
      session_id: expect.any(String),
      start: '2023-11-14T22:13:20.000Z',
      end: '2023-11-14T22:13:20.900Z',
      urls: ['https://a.b/c', 'https://a.b/d'],
      click_count: 4,
      keypress_count: 2,
      mouse_activity_count: 10,
      active_milliseconds: 700,
      console_log_count: 2,
      console_warn_count: 2,
      console_error_count: 2,
      size: items.reduce((sum: number, item) => sum + Buffer.byteLength(JSON.stringify(item)), 0),
      event_count: items.length,
      snapshot_source: 'web',
      snapshot_library: 'web',
    });
  });

  it('leaves out items without a valid time, and is null if there are no others', () => {
    const bad = [
      null,
      1,
      'x',
      {},
      { timestamp: '1' },
      { timestamp: 0 },
      { timestamp: -1 },
      { timestamp: 1e15 },
    ];
    expect(entryOf(bad)).toBeNull();
    expect(entryOf([])).toBeNull();
    expect(entryOf([...bad, { timestamp: 1_000.5 }])).toMatchObject({
      event_count: 1,
      start: '1970-01-01T00:00:01.000Z',
      urls: [],
    });
  });

  it('stores up to 25 pages with 4,096 characters each, without invalid characters', () => {
    const many = Array.from({ length: 30 }, (_, page) =>
      at(page, 4, { href: `https://x/${page}` }),
    );
    expect(entryOf(many)?.urls).toHaveLength(25);
    expect(entryOf([at(0, 4, { href: 'a\0'.repeat(3_000) })])?.urls).toEqual([
      'a\uFFFD'.repeat(2_048),
    ]);
    expect(entryOf([at(0, 4, { href: 5 }), at(0, 4, { href: ' ' })])?.urls).toEqual([]);
  });

  it('has an id that depends only on its content', () => {
    const id = (items: unknown, properties?: object) => entryOf(items, properties)?.uuid;
    const first = id([at(0, 4)]);
    expect(id([at(0, 4)], { $lib: 'other', $snapshot_bytes: 1 })).toBe(first);
    const others = [
      id([at(1, 4)]),
      id([at(0, 4), at(0, 4)]),
      id([at(0, 4)], { $session_id: 's' }),
      id([at(0, 4)], { $window_id: 'v' }),
      id([at(0, 4)], { distinct_id: 'u2' }),
    ];
    expect(new Set([first, ...others]).size).toBe(6);
  });

  it('is valid whatever was sent', () => {
    const item = fc.oneof(
      fc.jsonValue(),
      fc.record({
        timestamp: fc.oneof(fc.double(), fc.integer(), fc.constant(T0)),
        type: fc.integer({ min: 0, max: 7 }),
        data: fc.oneof(
          fc.jsonValue(),
          fc.record({
            source: fc.nat(12),
            type: fc.nat(10),
            href: fc.string({ unit: 'binary' }),
            payload: fc.jsonValue(),
          }),
        ),
      }),
    );
    fc.assert(
      fc.property(fc.array(item), (items) => {
        const entry = entryOf(items);
        if (entry === null) return;
        expect(replayEntrySchema.parse(JSON.parse(JSON.stringify(entry)))).toEqual(entry);
        expect(Date.parse(entry.start)).toBeLessThanOrEqual(Date.parse(entry.end));
        expect(entry.event_count).toBeLessThanOrEqual(items.length);
        expect(entry.active_milliseconds).toBeLessThanOrEqual(
          Date.parse(entry.end) - Date.parse(entry.start) + entry.event_count,
        );
      }),
    );
  });
});

describe('console messages', () => {
  const said = (ms: number, level: string, payload: unknown): object =>
    at(ms, 6, { plugin: 'rrweb/console@1', payload: { level, payload } });
  const kept = (items: readonly object[]) => {
    const messages = entryOf(items, {}, true)?.console ?? [];
    return messages.map(({ level, message: text }) => [level, text]);
  };

  it('are stored with their texts if the project enables it', () => {
    const items = [said(0, 'log', ['"a"', 5, null, '', '{"b":1}']), said(1_500, 'error', ['"x"'])];
    expect(entryOf(items)).not.toHaveProperty('console');
    expect(entryOf(items, {}, true)?.console).toEqual([
      { level: 'info', timestamp: '2023-11-14T22:13:20.000Z', message: '"a" {"b":1}' },
      { level: 'error', timestamp: '2023-11-14T22:13:21.500Z', message: '"x"' },
    ]);
    expect(entryOf(items)?.uuid).toBe(entryOf(items, {}, true)?.uuid);
  });

  it('are stored once per request, at every level, and not if they are empty', () => {
    const items = ['log', 'info', 'warn', 'warn', 'assert', 'debug'].map((level) =>
      said(0, level, ['y']),
    );
    const silent = [said(0, 'log', []), said(0, 'log', [7]), said(0, 'log', {})];
    expect(kept([...items, ...silent, said(1, 'log', 'bare')])).toEqual([
      ['info', 'y'],
      ['warn', 'y'],
      ['error', 'y'],
      ['info', 'bare'],
    ]);
  });

  it('are limited in length, number and total length, and storable', () => {
    expect(kept([said(0, 'log', ['a\0'.repeat(3_000)])])[0]?.[1]).toBe(
      `${'a\uFFFD'.repeat(1_499)}a`,
    );
    expect(kept(Array.from({ length: 600 }, (_, n) => said(n, 'log', [`m${n}`])))).toHaveLength(
      500,
    );
    const long = Array.from({ length: 100 }, (_, n) => said(n, 'log', [`${n}`.padEnd(2_999, 'z')]));
    expect(kept(long)).toHaveLength(43);
  });

  it('become the same rows when they are sent again', () => {
    const rows = () => {
      const entry = entryOf([said(0, 'log', ['a']), said(1_500, 'warn', ['b'])], {}, true);
      return entry === null ? [] : consoleRowLines(entry);
    };
    const parsed = rows().map((line) => JSON.parse(line) as { uuid: string });
    expect(parsed).toMatchObject([
      { team_id: 7, log_source: 'session_replay', level: 'info', message: 'a', distinct_id: 'u1' },
      { timestamp: '2023-11-14 22:13:21.500', level: 'warn', message: 'b' },
    ]);
    expect(new Set(parsed.map(({ uuid }) => uuid)).size).toBe(2);
    expect(rows()).toEqual(rows());
  });
});

it('becomes a row', () => {
  const entry = entryOf([at(0, 4, { href: 'https://a.b/c' }), at(1_500, 3, { source: 5 })]);
  if (entry === null) throw new Error('the entry is null');
  expect(JSON.parse(replayRowLine(entry))).toMatchObject({
    team_id: 7,
    message_id: entry.uuid,
    min_first_timestamp: '2023-11-14 22:13:20.000',
    max_last_timestamp: '2023-11-14 22:13:21.500',
    first_url: 'https://a.b/c',
    all_urls: ['https://a.b/c'],
    keypress_count: 1,
  });
  expect(JSON.parse(replayRowLine({ ...entry, urls: [] }))).toMatchObject({ first_url: null });
});
