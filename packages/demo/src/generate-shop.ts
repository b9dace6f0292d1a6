import { daysUntil, visitTimes } from './calendar';
import type { Company } from './catalogue';
import { COMPANIES, SOURCES } from './catalogue';
import type { ShopEvent } from './event-writer';
import type { Random } from './random';
import { createRandom } from './random';
import { visitShop } from './session';
import type { Visitor } from './visitor';
import { createVisitor, createVisitorOf } from './visitor';

export interface ShopOptions {
  /** The same seed and the same time generate the same events. */
  readonly seed: number;
  readonly now: Date;
  /** The approximate number of events, because visits are not cut off. Default 200,000. */
  readonly events?: number;
  /** The number of calendar days (UTC) of the events, including today. Default 60. */
  readonly days?: number;
  /** The maximum number of events in one batch. Default 1,000. */
  readonly batchSize?: number;
}

export const DEFAULT_EVENTS = 200_000;
/** The seed of the sample project, so that every sample project has the same events at the same time. */
export const SEED = 20_260_101;
const DEFAULT_DAYS = 60;
const DEFAULT_BATCH = 1_000;
/** The expected number of events per visit, until the average of the generated visits is known. */
const EVENTS_PER_VISIT = 6;
/** The share of visits by returning visitors. */
const RETURNS = 0.42;
const SESSION_GAP_MS = 45 * 60_000;
/** The largest number of visits for companies on one day; further ones are moved to the next days. */
const MOST_COMPANY_VISITS = 2;
/** How many known visitors are tried before a new one is created. */
const TRIES = 6;

/** Generates the events of a shop until now, in the order of time, in batches. No event is in the future. */
export function* generateShop(options: ShopOptions): Generator<readonly ShopEvent[]> {
  const wanted = options.events ?? DEFAULT_EVENTS;
  const batchSize = options.batchSize ?? DEFAULT_BATCH;
  const nowMs = options.now.getTime();
  const random = createRandom(options.seed);
  const visitors: Visitor[] = [];
  const lastCompanyVisits = new Map<Company, number>();
  let events = 0;
  let visits = 0;
  let due = 0;
  for (const day of daysUntil(nowMs, options.days ?? DEFAULT_DAYS)) {
    due += day.share * wanted;
    const perVisit = visits === 0 ? EVENTS_PER_VISIT : events / visits;
    const times = visitTimes(random, day, Math.max(0, Math.round((due - events) / perVisit)));
    const companies = companyVisits(day.startMs, nowMs, times, lastCompanyVisits);
    const ofDay = times
      .flatMap((startMs, index) => {
        const company = companies.get(index);
        if (company === undefined) return visitAt({ random, visitors, nowMs }, startMs);
        return visitFor({ random, visitors, nowMs }, startMs, company);
      })
      .filter(({ timestamp }) => Date.parse(timestamp) <= nowMs)
      .sort((a, b) => (a.timestamp < b.timestamp ? -1 : Number(a.timestamp > b.timestamp)));
    events += ofDay.length;
    visits += times.length;
    for (let from = 0; from < ofDay.length; from += batchSize) {
      yield ofDay.slice(from, from + batchSize);
    }
  }
}

interface Shop {
  readonly random: Random;
  readonly visitors: Visitor[];
  readonly nowMs: number;
}

/** Generates a visit of a new or a returning visitor; empty if the visitor's company has stopped. */
function visitAt({ random, visitors, nowMs }: Shop, startMs: number): readonly ShopEvent[] {
  const known = random.chance(RETURNS) ? returning(random, visitors, startMs) : null;
  const visitor = known ?? createVisitor(random, visitors.length + 1, startMs);
  const source = known === null ? visitor.source : random.weighted(SOURCES);
  if (hasStopped(visitor.account.company, startMs, nowMs)) return [];
  if (known === null) visitors.push(visitor);
  return visitShop(random, visitor, source, startMs);
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;

/**
 * Chooses the visits of a day that are made for companies: index of the visit → company. Each company has one such
 * visit per week until it stops, so that a small sample has the same active and stopped companies as a large one.
 *
 * @param lastVisits company → start of the day of its last such visit; changed by this function
 */
function companyVisits(
  dayMs: number,
  nowMs: number,
  times: readonly number[],
  lastVisits: Map<Company, number>,
): ReadonlyMap<number, Company> {
  const due = COMPANIES.filter(
    (company) =>
      dayMs - (lastVisits.get(company) ?? 0) >= WEEK_MS &&
      !hasStopped(company, times.at(-1) ?? dayMs, nowMs),
  ).slice(0, Math.min(times.length, MOST_COMPANY_VISITS));
  for (const company of due) lastVisits.set(company, dayMs);
  return new Map(
    due.map((company, index) => [Math.floor((index * times.length) / due.length), company]),
  );
}

function hasStopped(company: Company | null, startMs: number, nowMs: number): boolean {
  const days = company?.stoppedDaysAgo ?? null;
  return days !== null && startMs > nowMs - days * DAY_MS;
}

/** Generates a visit for a company, by a known or a new visitor. */
function visitFor({ random, visitors }: Shop, startMs: number, company: Company) {
  const known = visitors.find(
    ({ account, lastSeenMs }) =>
      account.company === company && lastSeenMs + SESSION_GAP_MS <= startMs,
  );
  const visitor = known ?? createVisitorOf(random, visitors.length + 1, startMs, company);
  if (known === undefined) visitors.push(visitor);
  return visitShop(random, visitor, visitor.source, startMs, true);
}

/**
 * Returns a known visitor without an open session, or null. Customers return more often than anonymous visitors, recent
 * visitors more often than earlier ones.
 */
function returning(random: Random, visitors: readonly Visitor[], nowMs: number): Visitor | null {
  if (visitors.length === 0) return null;
  for (let tries = 0; tries < TRIES; tries += 1) {
    const index = Math.floor(Math.sqrt(random.next()) * visitors.length);
    const visitor = visitors[index];
    if (visitor === undefined || visitor.lastSeenMs + SESSION_GAP_MS > nowMs) continue;
    if (random.chance(visitor.userId === null ? 0.3 : 1)) return visitor;
  }
  return null;
}
