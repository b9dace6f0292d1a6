import { gzipSync } from 'node:zlib';
import type { ConformanceCase, Send } from '../test-support/case';
import { TOKEN, USER, accepted, captured, counts } from '../test-support/case';

const MIB = 1024 * 1024;
const PATHS = ['/e/', '/i/v0/e/', '/capture/', '/track/', '/batch/', '/engage/'];

const TOO_LARGE = { status: 413, body: /^maximum event size exceeded: / } as const;

function next(name: string): Send {
  return { ...captured(name), response: { status: 200, sameConnection: true } };
}

/** Checks 18 to 20: bodies at and over the limits. */
export const sizes: readonly ConformanceCase[] = [
  {
    name: 'A18 21 MiB are rejected on every path; the connection stays open',
    steps: [
      ...PATHS.flatMap((path): Send[] => [
        { send: { path, body: Buffer.alloc(21 * MIB, 0x20) }, response: TOO_LARGE },
        next('a18'),
      ]),
      counts('a18', PATHS.length),
    ],
  },
  {
    name: 'A19 a batch of 4 MiB is accepted',
    steps: [
      accepted('/e/', {
        api_key: TOKEN,
        batch: Array.from({ length: 40 }, () => ({
          event: 'a19',
          distinct_id: USER,
          properties: { filler: 'x'.repeat(MIB / 10) },
        })),
      }),
      counts('a19', 40),
    ],
  },
  {
    name: 'A20 a gzip bomb of 200 MiB is rejected',
    steps: [
      {
        send: { path: '/e/', body: gzipSync(Buffer.alloc(200 * MIB, 0x20), { level: 1 }) },
        response: TOO_LARGE,
      },
      next('a20'),
      counts('a20', 1),
    ],
  },
  {
    name: 'a request with an event over 1 MB is rejected',
    steps: [
      {
        send: {
          path: '/batch/',
          body: {
            api_key: TOKEN,
            batch: [
              { event: 'small', distinct_id: USER },
              { event: 'large', distinct_id: USER, properties: { x: 'x'.repeat(1_000_001) } },
            ],
          },
        },
        response: TOO_LARGE,
      },
      next('after'),
      counts('after', 1),
      counts('small', 0),
    ],
  },
];
