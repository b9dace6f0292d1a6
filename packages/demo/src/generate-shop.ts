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
  /** The same seed and the same time give the same events. */
  readonly seed: number;
  readonly now: Date;
  /** About how many there are to be: visits are not cut. Default 200,000. */
  readonly events?: number;
  /** How many calendar days (UTC) they cover, today included. Default 60. */
  readonly days?: number;
  /** The maximum number of events in one batch. Default 1,000. */
  readonly batchSize?: number;
}

export const DEFAULT_EVENTS = 200_000;
/** The seed of the sample project, so that two of them at the same time are equal. */
export const SEED = 20_260_101;
const DEFAULT_DAYS = 60;
const DEFAULT_BATCH = 1_000;
/** Before the first visits are counted. */
const EVENTS_PER_VISIT = 6;
/** The share of visits by returning visitors, once there are any. */
const RETURNS = 0.42;
const SESSION_GAP_MS = 45 * 60_000;
/** Buyers of companies who come on one day; the others come on the next days. */
const MOST_COMPANY_VISITS = 2;
/** Visitors that are asked before a new one comes. */
const TRIES = 6;

/** The events of a shop until now, in the order of time, none of them in the future. */
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

/** A visit of somebody new, or of somebody who has been here; nobody comes for a company that has stopped. */
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
 * The visits of a day that buyers of companies make, by their index: every company sends one a week until it stops, so
 * that a small sample has the same active and stopped companies as a large one.
 * @param lastVisits when the day of the last such visit began; changed by this function
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

/** A visit for a company, by a buyer who has been here or by a new one. */
function visitFor({ random, visitors }: Shop, startMs: number, company: Company) {
  const known = visitors.find(
    ({ account, lastSeenMs }) =>
      account.company === company && lastSeenMs + SESSION_GAP_MS <= startMs,
  );
  const visitor = known ?? createVisitorOf(random, visitors.length + 1, startMs, company);
  if (known === undefined) visitors.push(visitor);
  return visitShop(random, visitor, visitor.source, startMs, true);
}

/** A visitor with no open session; customers return more often, and recent visitors more often than early ones. */
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
