import { rowOfLive, rowOfResult, valueOf } from './event-rows';
import {
  changeNode,
  columnExpression,
  columnLabel,
  columnsOf,
  DEFAULT_COLUMNS,
  EMPTY_NODE,
  liveParameters,
  pageQuery,
  PERSON,
  propertyKey,
} from './events-query';
import { MAX_LIVE_ROWS, merged, NO_LIVE_EVENTS, received, released } from './live-list';

const UNTIL = '2026-11-22T10:00:00.000Z';
const filter = { type: 'event', key: 'price', operator: 'gt', value: '10' };
const live = (id: string) =>
  rowOfLive({ id, event: 'e', distinct_id: 'd', timestamp: UNTIL, properties: { a: 1 } });

describe('the query of the activity screen', () => {
  it('selects only columns that are not in the event itself', () => {
    const node = changeNode(EMPTY_NODE, {
      select: ['event', PERSON, 'properties.a', 'person.properties.email'],
    });
    expect(pageQuery(node, UNTIL, 200)).toMatchObject({
      select: ['*', PERSON, 'person.properties.email'],
      after: '-7d',
      before: UNTIL,
      limit: 200,
      offset: 200,
    });
  });

  it('includes the whole last day of a range', () => {
    const node = changeNode(EMPTY_NODE, { after: '2026-11-01', before: '2026-11-03' });
    expect(pageQuery(node, UNTIL, 0).before).toBe('2026-11-03T23:59:59.999999');
  });

  it('leaves out empty parts and keeps unknown parts', () => {
    const node = { kind: 'EventsQuery', where: ["event != 'x'"], event: 'a' } as const;
    expect(changeNode(node, { event: null, properties: [] })).toEqual({
      kind: 'EventsQuery',
      where: ["event != 'x'"],
    });
    expect(columnsOf(EMPTY_NODE)).toBe(DEFAULT_COLUMNS);
  });

  it('sends the same filters to the live stream', () => {
    const node = changeNode(EMPTY_NODE, { event: 'paid', properties: [filter] });
    const parameters = liveParameters(node);
    expect(parameters.get('event')).toBe('paid');
    expect(JSON.parse(parameters.get('properties') ?? '')).toEqual([filter]);
  });

  it('finds the name of a property in its expression', () => {
    for (const key of ['price', '$current_url', '$feature/new checkout', 'a`b\\c']) {
      expect(propertyKey(columnExpression('event', key))).toBe(key);
      expect(columnLabel(columnExpression('event', key))).toBe(key);
    }
    expect(propertyKey('properties.a + 1')).toBeNull();
    expect(columnLabel(PERSON)).toBe('Person');
    expect(columnLabel('person.properties.email')).toBe('person.properties.email');
  });
});

describe('rows of the activity screen', () => {
  it('are read from the response', () => {
    const star = {
      uuid: 'u',
      event: 'paid',
      distinct_id: 'ann',
      timestamp: UNTIL,
      properties: { price: 5 },
    };
    const row = rowOfResult(
      [star, { display_name: 'Ann' }, 'a@b.example'],
      ['person.properties.email'],
    );
    expect(row).not.toBeNull();
    expect(row && valueOf(row, PERSON)).toBe('Ann');
    expect(row && valueOf(row, 'properties.price')).toBe(5);
    expect(row && valueOf(row, 'person.properties.email')).toBe('a@b.example');
    expect(rowOfResult(['no event'], [])).toBeNull();
  });

  it('show new events first, each once, or keep them waiting', () => {
    const first = received(NO_LIVE_EVENTS, [live('1'), live('2')], 0, true);
    expect(first.shown.map(({ uuid }) => uuid)).toEqual(['2', '1']);
    const second = received(first, [live('2'), live('3')], 4, false);
    expect(second.shown).toBe(first.shown);
    expect(second.waiting.map(({ uuid }) => uuid)).toEqual(['3']);
    expect(second.skipped).toBe(4);
    expect(released(second).shown.map(({ uuid }) => uuid)).toEqual(['3', '2', '1']);
  });

  it('contain a limited number of live events', () => {
    const many = Array.from({ length: MAX_LIVE_ROWS + 10 }, (_, index) => live(String(index)));
    const list = received(NO_LIVE_EVENTS, many, 0, true);
    expect(list.shown).toHaveLength(MAX_LIVE_ROWS);
    expect(list.shown[0]?.uuid).toBe(String(MAX_LIVE_ROWS + 9));
  });

  it('show an event once if it is in the stream and in the history', () => {
    const rows = merged([live('2')], [live('2'), live('1')]);
    expect(rows.map(({ uuid }) => uuid)).toEqual(['2', '1']);
  });
});
