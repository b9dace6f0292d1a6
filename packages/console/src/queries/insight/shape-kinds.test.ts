import { newLifecycle, newPaths, newRetention, newStickiness } from './new-insight';
import { countQuery } from './people-behind';
import {
  peopleBehindIntervals,
  peopleBehindStatus,
  shapeLifecycle,
  shapeStickiness,
} from './shape-counts';
import { peopleBehindLink, shapePaths } from './shape-paths';
import { bestReturn, peopleBehindCell, shapeRetention } from './shape-retention';
import type { RetentionQuery } from './types';
import { running } from './test-support/running';

describe('retention', () => {
  const row = (date: string, ...counts: number[]) => ({
    date,
    breakdown_value: null,
    values: counts.map((count, at) => ({ count, label: `Week ${at}` })),
  });
  const results = [
    row('2026-11-08T00:00:00Z', 100, 40, 10),
    row('2026-11-15T00:00:00Z', 300, 30, 0),
    row('2026-11-22T00:00:00Z', 50, 0, 0),
  ];
  const query: RetentionQuery = newRetention();

  it('has cells that are complete, running or in the future', () => {
    const [group] = shapeRetention(query, { results, ...running }).groups;
    expect(group?.rows.map(({ cells }) => cells.map(({ state }) => state))).toEqual([
      ['done', 'done', 'running'],
      ['done', 'running', 'future'],
      ['running', 'future', 'future'],
    ]);
    expect(group?.rows[0]?.cells.map(({ share }) => share)).toEqual([1, 0.4, 0.1]);
  });

  it('weights the mean of complete cells by the size of the rows', () => {
    const [group] = shapeRetention(query, { results, ...running }).groups;
    expect(group?.means).toEqual([1, 0.4, null]);
    const [over] = shapeRetention(query, { results }).groups;
    expect(over?.means).toEqual([1, (40 + 30) / 400, 0.1]);
  });

  it('computes shares of the previous column, and avoids a division by zero', () => {
    const retentionFilter = { ...query.retentionFilter, retentionReference: 'previous' as const };
    const [group] = shapeRetention({ ...query, retentionFilter }, { results }).groups;
    expect(group?.rows[0]?.cells[2]?.share).toBe(0.25);
    expect(group?.rows[2]?.cells[2]?.share).toBeNull();
  });

  it('combines the intervals of custom brackets', () => {
    const retentionFilter = { ...query.retentionFilter, retentionCustomBrackets: [1, 2] };
    const [group] = shapeRetention({ ...query, retentionFilter }, { results }).groups;
    expect(group?.rows.map(({ cells }) => cells[2]?.state)).toEqual([
      'running',
      'future',
      'future',
    ]);
  });

  it('names the breakdown value with the highest retention, among values with enough people', () => {
    const of = (value: string, people: number, returned: number) =>
      [row('2026-11-08T00:00:00Z', people, returned), row('2026-11-15T00:00:00Z', 0, 0)].map(
        (one) => ({ ...one, breakdown_value: value }),
      );
    const best = (...list: ReturnType<typeof of>[]) =>
      bestReturn(shapeRetention(query, { results: list.flat() }));
    expect(best(of('brand', 100, 18), of('picks', 50, 12), of('tiny', 2, 2))).toEqual({
      label: 'picks',
      share: 0.24,
      column: 'Week 1',
    });
    expect(best(of('brand', 100, 18), of('tiny', 2, 2))).toBeNull();
    expect(bestReturn({ columns: [], groups: [] })).toBeNull();
  });

  it('has a table per breakdown value, and requests its people by the value', () => {
    const broken = results.map((one, at) => ({ ...one, breakdown_value: at < 2 ? 'pro' : '' }));
    const { groups } = shapeRetention(query, { results: broken });
    expect(groups.map(({ label, breakdown }) => [label, breakdown])).toEqual([
      ['pro', ['pro']],
      ['(none)', ['']],
    ]);
    const point = { title: '', interval: 1, column: 2, breakdown: ['pro'], value: 4 };
    const people = peopleBehindCell(query, point);
    expect(people.source).toMatchObject({ interval: 1, breakdown: ['pro'] });
    expect(countQuery(people)).toMatchObject({
      properties: [{ type: 'hogql', key: 'source.week_2' }],
    });
  });
});

describe('paths', () => {
  const edge = (source: string, target: string, value: number) => ({
    source,
    target,
    value,
    average_conversion_time: 1_500,
  });
  const url = 'https://shop.example.com';

  it('omit the origin that all pages share', () => {
    const shape = shapePaths({
      results: [edge(`1_${url}`, `2_${url}/cart`, 3), edge(`2_${url}/cart`, '3_paid', 2)],
    });
    expect(shape.nodes.map(({ label, depth }) => [label, depth])).toEqual([
      ['/', 0],
      ['/cart', 1],
      ['paid', 2],
    ]);
    expect(shape.links[0]).toMatchObject({ from: '/', to: '/cart', step: 2, meanSeconds: 1.5 });
  });

  it('keep the origins of several hosts, and line breaks in names', () => {
    const shape = shapePaths({
      results: [
        edge('1_https://a.test/x', '2_https://b.test/x', 1),
        edge('2_https://b.test/x', '3_two\nlines', 1),
      ],
    });
    expect(shape.nodes.map(({ label }) => label)).toEqual([
      'https://a.test/x',
      'https://b.test/x',
      'two\nlines',
    ]);
  });

  it('request the people of a link by its keys', () => {
    const [link] = shapePaths({ results: [edge('1_a', '2_b', 9)] }).links;
    if (link === undefined) throw new Error('no link');
    const people = peopleBehindLink(newPaths(), link);
    expect(people).toMatchObject({ clicked: 9, comparable: 'events' });
    expect(people.source).toMatchObject({
      source: { pathsFilter: { pathStartKey: '1_a', pathEndKey: '2_b', stepLimit: 5 } },
    });
  });
});

describe('lifecycle and stickiness', () => {
  it('have a series for each status, whose people can be listed', () => {
    const results = ['new', 'returning', 'resurrecting', 'dormant'].map((status) => ({
      status,
      data: [status === 'dormant' ? -4 : 4],
      days: ['2026-11-22'],
      labels: ['22-Nov-2026'],
      count: 4,
    }));
    const shape = shapeLifecycle(newLifecycle(), { results, ...running });
    expect(shape.isLastRunning).toBe(true);
    expect(shape.series.map(({ label }) => label)).toEqual([
      'New',
      'Returning',
      'Back after a break',
      'Gone',
    ]);
    const point = { title: '', day: '2026-11-22', status: 'dormant', value: -4 };
    expect(peopleBehindStatus(newLifecycle(), point)).toMatchObject({
      clicked: 4,
      source: { day: '2026-11-22', status: 'dormant' },
    });
  });

  it('have as many buckets as the longer of two periods', () => {
    const line = (compare_label: string, length: number) => ({
      compare_label,
      action: { order: 0 },
      count: 3,
      data: Array.from({ length }, () => 1),
      days: Array.from({ length }, (_, at) => at + 1),
      labels: Array.from({ length }, (_, at) => `${at + 1} days`),
    });
    const results = [line('current', 2), line('previous', 3)];
    const shape = shapeStickiness(newStickiness(), { results });
    expect(shape.buckets).toHaveLength(3);
    expect(shape.series.map(({ label, isBefore }) => [label, isBefore])).toEqual([
      ['All events', false],
      ['All events (before)', true],
    ]);
    const point = { title: '', day: 2, series: 0, compare: 'previous' as const, value: 1 };
    expect(peopleBehindIntervals(newStickiness(), point).source).toMatchObject({
      day: 2,
      operator: 'exact',
      compare: 'previous',
    });
    expect(
      peopleBehindIntervals(newStickiness(), { ...point, day: null }).source,
    ).not.toHaveProperty('operator');
  });
});
