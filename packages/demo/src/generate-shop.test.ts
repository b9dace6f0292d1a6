import type { ShopEvent } from './event-writer';
import { generateShop } from './generate-shop';
import type { ShopOptions } from './generate-shop';

const NOW = new Date('2026-03-12T15:20:00Z');
const DAY_MS = 86_400_000;
const HOUR_MS = 3_600_000;

const generate = (options: Partial<ShopOptions> = {}): readonly ShopEvent[] =>
  [...generateShop({ seed: 7, now: NOW, events: 20_000, ...options })].flat();
const named = (events: readonly ShopEvent[], name: string) =>
  events.filter(({ event }) => event === name);
const sessions = (events: readonly ShopEvent[]) =>
  new Set(events.map(({ properties }) => properties['$session_id'])).size;

describe('the events of the sample shop', () => {
  const events = generate();

  it('depend only on the seed and the time', () => {
    const few = { events: 1_000 };
    expect(generate(few)).toEqual(generate(few));
    expect(generate({ ...few, seed: 8 })).not.toEqual(generate(few));
  });

  it.each([1, 500, 20_000])('are about as many as requested: %d', (wanted) => {
    const { length } = generate({ events: wanted });
    expect(Math.abs(length - wanted)).toBeLessThan(Math.max(60, wanted * 0.05));
  });

  it('are returned in batches of at most the given size', () => {
    const sizes = [...generateShop({ seed: 7, now: NOW, events: 5_000, batchSize: 40 })].map(
      ({ length }) => length,
    );
    expect(Math.max(...sizes)).toBe(40);
  });

  it.each(['2026-03-12T15:20:00Z', '2026-03-12T00:00:00Z', '2026-03-12T00:00:01Z'])(
    'are in the order of time, over 60 days until %s',
    (now) => {
      const times = generate({ now: new Date(now), events: 5_000 }).map(({ timestamp }) =>
        Date.parse(timestamp),
      );
      const nowMs = Date.parse(now);
      expect(times).toEqual([...times].sort((a, b) => a - b));
      expect(times.at(-1)).toBeLessThanOrEqual(nowMs);
      expect(times[0]).toBeGreaterThanOrEqual(nowMs - 60 * DAY_MS);
      expect(times[0]).toBeLessThan(nowMs - 58 * DAY_MS);
    },
  );

  it('have unique ids and are smaller than 8 kB', () => {
    expect(new Set(events.map(({ uuid }) => uuid)).size).toBe(events.length);
    expect(Math.max(...events.map((event) => JSON.stringify(event).length))).toBeLessThan(8_192);
  });

  it('have fewer visitors at every step of the funnel', () => {
    const steps = ['product viewed', 'added to cart', 'checkout started', 'order paid'];
    const counts = [sessions(events), ...steps.map((step) => sessions(named(events, step)))];
    counts.slice(1).forEach((count, index) => {
      const rate = count / (counts[index] ?? 0);
      expect([index, rate > 0.25 && rate < 0.85]).toEqual([index, true]);
    });
    const paid = sessions(named(events, 'order paid')) / sessions(events);
    expect(paid).toBeGreaterThan(0.03);
    expect(paid).toBeLessThan(0.2);
  });

  it('have a higher conversion with the new checkout', () => {
    const rate = (variant: string) => {
      const of = (name: string) =>
        named(events, name).filter((e) => e.properties['$feature/new-checkout'] === variant).length;
      return of('order paid') / of('checkout started');
    };
    expect(rate('test')).toBeGreaterThan(rate('control'));
  });

  it('identify anonymous visitors who have earlier events', () => {
    const identified = named(events, '$identify');
    expect(identified.length).toBeGreaterThan(100);
    const seen = new Set(events.map((event) => event.distinct_id));
    for (const { properties } of identified) {
      expect(seen).toContain(properties['$anon_distinct_id']);
      expect(properties['$set']).toMatchObject({ email: expect.stringContaining('@') });
    }
    const merges = new Map<string, number>();
    for (const { distinct_id: id } of identified) merges.set(id, (merges.get(id) ?? 0) + 1);
    expect(Math.max(...merges.values())).toBeGreaterThan(1);
  });

  it('include repeated orders and orders of companies', () => {
    const orders = named(events, 'order paid');
    expect(orders.some(({ properties }) => properties['is_first_order'] === false)).toBe(true);
    expect(orders.every(({ properties }) => Number(properties['revenue']) > 0)).toBe(true);
    const companies = new Set(
      named(events, '$groupidentify').map(({ properties }) => properties['$group_key']),
    );
    expect(companies.size).toBe(8);
    expect(orders.some(({ properties }) => '$groups' in properties)).toBe(true);
  });

  // Holds for small numbers of events, too, and at each hour of the day.
  it.each([2_000, 4_000, 20_000])('include one company that stopped, in %d events', (wanted) => {
    const hours = wanted > 4_000 ? [0] : Array.from({ length: 24 }, (_, hour) => hour);
    for (const hour of hours) {
      const now = new Date(NOW.getTime() + hour * HOUR_MS);
      const last = new Map<string, number>();
      for (const { timestamp, properties } of generate({ now, events: wanted })) {
        const { company } = (properties['$groups'] ?? {}) as Record<string, string | undefined>;
        if (company !== undefined) last.set(company, Date.parse(timestamp));
      }
      const quiet = [...last].filter(([, at]) => at < now.getTime() - 14 * DAY_MS);
      expect([hour, last.size, quiet.map(([company]) => company)]).toEqual([hour, 8, ['lumen']]);
    }
  });

  it('increase over time and follow the hours of the day', () => {
    const nowMs = NOW.getTime();
    const between = (from: number, to: number) =>
      events.filter(({ timestamp }) => {
        const ageDays = (nowMs - Date.parse(timestamp)) / DAY_MS;
        return ageDays < from && ageDays >= to;
      }).length;
    expect(between(15, 1) / between(57, 43)).toBeGreaterThan(1.3);
    const atHour = (hour: number) =>
      events.filter(({ timestamp }) => new Date(timestamp).getUTCHours() === hour).length;
    expect(atHour(20)).toBeGreaterThan(5 * atHour(3));
  });

  it('have the campaign on the landing page', () => {
    const landing = named(events, '$pageview').find(({ properties }) =>
      String(properties['$current_url']).includes('utm_campaign=brand'),
    );
    expect(landing?.properties).toMatchObject({ utm_source: 'google', utm_medium: 'cpc' });
  });

  it('have the time for which the previous page was viewed', () => {
    const ended = events.filter(({ properties }) => '$prev_pageview_duration' in properties);
    expect(named(ended, '$pageleave')).toHaveLength(named(events, '$pageleave').length);
    for (const { properties } of ended) {
      expect(properties['$prev_pageview_duration']).toBeGreaterThanOrEqual(0);
      expect(properties['$prev_pageview_pathname']).toMatch(/^\//);
    }
    const [left] = named(ended, '$pageleave');
    expect(left?.properties['$prev_pageview_pathname']).toBe(left?.properties['$pathname']);
    const visits = named(ended, '$pageview');
    expect(
      visits.some(({ properties: { $prev_pageview_duration: seconds } }) => Number(seconds) > 3),
    ).toBe(true);
  });
});
