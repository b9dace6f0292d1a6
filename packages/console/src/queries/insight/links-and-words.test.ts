import fc from 'fast-check';
import { hashPart, withHashPart } from '../query-link';
import { bucketOf, isShownWith, localText } from './annotations';
import { timeInZone } from '../zone-time';
import { compareWords } from './compare-words';
import { curlText } from './curl-text';
import type { HistoryEntry } from './history-words';
import { changeWords, queryBefore } from './history-words';
import { decodePeople, encodePeople } from './people-link';

describe('people in a link', () => {
  const people = {
    title: 'é 🚀 <b>',
    source: { kind: 'InsightActorsQuery', interval: 2 },
    where: 'source.day_1',
    clicked: 4,
    comparable: 'people' as const,
  };

  it('can be read beside a query', async () => {
    const hash = withHashPart('#q=%7B%7D', 'people', await encodePeople(people));
    expect(hash).toMatch(/^q=%7B%7D&people=[\w-]+$/);
    expect(hashPart(hash, 'q')).toBe('%7B%7D');
    expect(await decodePeople(hashPart(hash, 'people') ?? '')).toEqual(people);
    expect(withHashPart(hash, 'people', null)).toBe('q=%7B%7D');
    expect(withHashPart('', 'people', null)).toBe('');
  });

  it('report an error if they are damaged or invalid', async () => {
    await expect(decodePeople('AAAA')).rejects.toThrow('incomplete or damaged');
    const broken = { ...people, source: 'x' } as unknown as typeof people;
    await expect(encodePeople(broken).then(decodePeople)).rejects.toThrow('contains no people');
  });
});

describe('a command for a shell', () => {
  it('contains any query, correctly quoted', () => {
    fc.assert(
      fc.property(fc.string(), (text) => {
        const query = { kind: 'TrendsQuery', text };
        const command = curlText('http://h', 1, query);
        expect(command).toContain("curl 'http://h/api/projects/1/query/'");
        const [, quoted = ''] = command.split(' -d ');
        // Inside single quotes, the shell takes every character literally except the single quote.
        const parts = quoted.slice(1, -1).split(String.raw`'\''`);
        expect(parts.join('')).not.toContain("'");
        expect(JSON.parse(parts.join("'"))).toEqual({ query });
      }),
    );
  });
});

describe('annotations', () => {
  const annotation = {
    id: 1,
    content: 'x',
    date_marker: '2026-11-21T23:30:00Z',
    scope: 'project',
    dashboard_item: null,
    created_by: null,
  };

  it('belong to buckets in the project’s time zone', () => {
    const days = ['2026-11-20', '2026-11-21', '2026-11-22'];
    expect(bucketOf(annotation.date_marker, days, 'UTC')).toBe(1);
    expect(bucketOf(annotation.date_marker, days, 'Europe/Berlin')).toBe(2);
    expect(bucketOf('2026-11-19T00:00:00Z', days, 'UTC')).toBe(-1);
    const hours = ['2026-11-21 22:00:00', '2026-11-21 23:00:00'];
    expect(bucketOf(annotation.date_marker, hours, 'UTC')).toBe(1);
    const equal = ['2026-10-25T02:00:00+02:00', '2026-10-25T02:00:00+01:00', '2026-10-25 03:00:00'];
    const times = ['00:10', '01:10', '02:10'].map((time) => `2026-10-25T${time}:00Z`);
    expect(times.map((time) => bucketOf(time, equal, 'Europe/Berlin'))).toEqual([0, 1, 2]);
  });

  it('are those of the project and of the insight itself', () => {
    expect(isShownWith(annotation, undefined)).toBe(true);
    const own = { ...annotation, scope: 'dashboard_item', dashboard_item: 4 };
    expect([isShownWith(own, 4), isShownWith(own, 5), isShownWith(own, undefined)]).toEqual([
      true,
      false,
      false,
    ]);
    expect(isShownWith({ ...annotation, date_marker: null }, 4)).toBe(false);
  });

  it.each(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kathmandu'])(
    'are written at the time that a clock in %s shows',
    (zone) => {
      for (const day of ['2026-03-28', '2026-03-30', '2026-10-24', '2026-10-26', '2026-07-01']) {
        const time = timeInZone(`${day}T13:45`, zone) ?? '';
        expect(localText(time, zone)).toBe(`${day} 13:45:00`);
      }
    },
  );
});

describe('texts', () => {
  it.each([
    ['none', 'No comparison'],
    ['previous', 'Against the period before'],
    ['-1m', 'Against 1 month earlier'],
    ['-3w', 'Against 3 weeks earlier'],
    ['-1yStart', 'Against -1yStart'],
  ])('of the comparison %s are %s', (to, words) => {
    expect(compareWords(to)).toBe(words);
  });

  it('of the history describe the change, and find the previous query', () => {
    const entry: HistoryEntry = {
      id: '1',
      user: null,
      activity: 'updated',
      created_at: '2026-11-21T00:00:00Z',
      detail: {
        changes: [
          { field: 'name', before: '', after: 'B' },
          {
            field: 'query',
            before: { kind: 'InsightVizNode', source: { kind: 'TrendsQuery' } },
            after: {},
          },
          { field: 'deleted', before: false, after: true },
        ],
      },
    };
    expect(changeWords(entry)).toEqual([
      'name: nothing → “B”',
      'The query changed.',
      'deleted: false → true',
    ]);
    expect(queryBefore(entry)).toEqual({ kind: 'TrendsQuery' });
    expect(queryBefore({ ...entry, detail: { changes: [] } })).toBeNull();
  });
});
