import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { PROJECT_API_KEY } from '../stack';

const MIB = 1024 * 1024;

/** A request that costs as much as its route and encoding allow. */
export interface HostileBody {
  readonly route: string;
  /** The name of the body, and the size that it has after decompression. */
  readonly name: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: Buffer;
}

/** As many empty events as fit in the given bytes. */
const events = (bytes: number): string =>
  `{"api_key":"${PROJECT_API_KEY}","batch":[${'{},'.repeat(bytes / 3)}{}]}`;
/** One event with as many values as fit in the given bytes. */
const values = (bytes: number): string =>
  `{"api_key":"${PROJECT_API_KEY}","event":"e","distinct_id":"d","properties":{"a":[${'0,'.repeat(bytes / 2)}0]}}`;
/** The shortest events that are accepted. */
const accepted = (count: number): string =>
  `{"api_key":"${PROJECT_API_KEY}","batch":[${'{"event":"e","distinct_id":"d"},'.repeat(count)}{"event":"e","distinct_id":"d"}]}`;
const escapes = (bytes: number): string =>
  `{"api_key":"${PROJECT_API_KEY}","event":"e","distinct_id":"d","properties":{${Array.from(
    { length: bytes / 16 },
    (_, index) => `"${String(index).padStart(6, '0')}":"\\ud800"`,
  ).join(',')}}}`;
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * LZ-string data whose every code repeats the first dictionary entry: the decoder reads each code bit by bit and adds
 * an entry.
 */
function lzCodes(letters: number): Buffer {
  const bits: number[] = [];
  const put = (value: number, width: number): void => {
    for (let power = 0; power < width; power += 1) bits.push((value >> power) & 1);
  };
  put(0, 2);
  put('a'.charCodeAt(0), 8);
  for (let width = 3, room = 4; bits.length < letters * 6; room -= 1) {
    if (room === 0) {
      room = 2 ** width;
      width += 1;
    }
    put(3, width);
  }
  const body = Buffer.alloc(letters);
  for (let at = 0; at < letters; at += 1) {
    const sextet = bits.slice(at * 6, at * 6 + 6).reduce((value, bit) => value * 2 + bit, 0);
    body[at] = LETTERS.charCodeAt(sextet);
  }
  return body;
}

const V1_HEADERS = {
  authorization: `Bearer ${PROJECT_API_KEY}`,
  'user-agent': 'bench',
  'posthog-sdk-info': 'bench/1',
  'posthog-attempt': '1',
  'posthog-request-id': '0190a1b2-0000-7000-8000-000000000000',
  'posthog-request-timestamp': '2026-01-01T00:00:00.000Z',
};
const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

function body(
  route: string,
  name: string,
  given: string | Buffer,
  headers: Readonly<Record<string, string>> = {},
): HostileBody {
  const type = { 'content-type': 'application/json' };
  return { route, name, body: Buffer.from(given as string), headers: { ...type, ...headers } };
}

/** Bodies of the v0 capture routes, which all use the same parser. */
function captureBodies(): HostileBody[] {
  const [large, medium] = [96 * MIB, 8 * MIB - 200];
  return [
    body('/batch/', 'plain, events, 19 MB', events(19 * MIB)),
    body('/batch/', 'plain, values, 19 MB', values(19 * MIB)),
    body('/batch/', 'plain, values within the limit, 4 MB', values(3.9 * 1e6)),
    body('/batch/', 'plain, 49,000 accepted events', accepted(49_000)),
    body('/batch/', 'plain, one string, 19 MB', `"${'x'.repeat(19 * MIB)}"`),
    body('/batch/', 'plain, 159 KB of values (read at once)', values(159_000)),
    body('/batch/', 'plain, 159 KB of accepted events (read at once)', accepted(4_950)),
    body('/batch/', 'plain, 159 KB of escapes (read at once)', escapes(120_000)),
    body('/e/', 'gzip, events, of 96 MB', gzipSync(events(large)), { 'content-encoding': 'gzip' }),
    body('/e/', 'gzip, events, of 8 MB', gzipSync(events(medium))),
    body('/e/', 'gzip, values within the limit', gzipSync(values(3.9 * 1e6))),
    body('/e/', 'gzip, 49,000 accepted events', gzipSync(accepted(49_000))),
    body(
      '/i/v0/e/',
      'base64 of gzip, events, of 8 MB',
      gzipSync(events(medium)).toString('base64'),
    ),
    body('/i/v0/e/', 'base64, values, 19 MB', Buffer.from(values(14 * MIB)).toString('base64')),
    body('/capture/', 'form, percent-encoded, 19 MB', `data=${'%22'.repeat(6.3 * MIB)}`, FORM),
    body('/capture/', 'form, many fields, 19 MB', `data=x${'&a'.repeat(9.5 * MIB)}`, FORM),
    body('/capture/?compression=lz64', 'LZ-string, 2 MB', lzCodes(2 * MIB)),
    body('/capture/?compression=lz64', 'LZ-string, 159 KB (read at once)', lzCodes(159_000)),
    body(`/e/?data=${'%5B'.repeat(4_000)}`, 'data in the query', ''),
  ];
}

function otherBodies(): HostileBody[] {
  const medium = 8 * MIB - 200;
  const v1 = '/i/v1/analytics/events';
  const brotli = { ...V1_HEADERS, 'content-encoding': 'br' };
  const deflate = { ...V1_HEADERS, 'content-encoding': 'deflate' };
  const flags = `{"token":"${PROJECT_API_KEY}","distinct_id":"d","person_properties":{"a":[${'0,'.repeat(19_900)}0]}}`;
  const padded = flags.replace('"d"', `"${'x'.repeat(2 * MIB - 50_000)}"`);
  const json5 = `{token:'${PROJECT_API_KEY}',distinct_id:'d',a:[${'0,'.repeat(32_000)}]}`.slice(
    0,
    65_000,
  );
  return [
    body('/s/', 'gzip, values, of 8 MB', gzipSync(values(medium))),
    body('/s/', 'plain, values, 24 MB', values(24 * MIB)),
    body(v1, 'brotli, events, of 96 MB', brotliCompressSync(events(96 * MIB)), brotli),
    body(v1, 'brotli, events, of 8 MB', brotliCompressSync(events(medium)), brotli),
    body(v1, 'deflate, values, of 8 MB', deflateSync(values(medium)), deflate),
    body('/flags/?v=2', 'plain, all values there may be', padded),
    body('/flags/?v=2', 'gzip, values, of 2 MB', gzipSync(values(2 * MIB - 200))),
    body('/flags/?v=2', 'JSON5, 64 KB', json5),
    body(
      '/flags/?v=2',
      'form of base64, 2 MB',
      `data=${Buffer.from(padded).toString('base64')}`.slice(0, 2 * MIB),
      FORM,
    ),
    body('/decide/?v=3&compression=lz64', 'LZ-string, 64 KB', lzCodes(64 * 1024)),
    body(
      '/ofrep/v1/evaluate/flags',
      'plain, values, 1 MB',
      `{"context":{"targetingKey":"d","a":[${'0,'.repeat(19_900)}0]}}`,
      { 'x-api-key': PROJECT_API_KEY },
    ),
  ];
}

/** The most expensive known body for every public route and encoding. */
export function hostileBodies(): HostileBody[] {
  return [...captureBodies(), ...otherBodies()];
}
