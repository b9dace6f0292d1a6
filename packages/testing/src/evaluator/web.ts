import type { HappenedEvent, LocalEvent, Setting } from './model';
import { grouped, localized, nameOf, previous, propertyText, sum } from './model';

/** A session, computed from all its events. */
interface Visit {
  readonly id: string;
  readonly who: string;
  readonly start: string;
  readonly seconds: number;
  /** 1 if the session was a bounce, 0 if not; null if it has neither page views nor autocapture events. */
  readonly bounce: 0 | 1 | null;
  readonly entry: string | null;
  readonly end: string | null;
  readonly views: readonly LocalEvent[];
}

export interface WebTotals {
  readonly visitors: number;
  readonly views: number;
  readonly sessions: number;
  readonly duration: number | null;
  readonly bounceRate: number | null;
}

const BOUNCE_SECONDS = 10;

function timestampOf({ at }: HappenedEvent): number {
  return Date.parse(`${at.replace(' ', 'T')}Z`);
}

function isView(event: HappenedEvent): boolean {
  return nameOf(event) === '$pageview' || nameOf(event) === '$screen';
}

function pathOf(event: LocalEvent | undefined): string | null {
  const url = event === undefined ? undefined : propertyText(event, '$current_url');
  return url === undefined ? null : new URL(url).pathname;
}

function visitsOf(events: readonly HappenedEvent[], setting: Setting): Visit[] {
  const known = localized(events, setting).filter(({ session }) => session !== undefined);
  return [...grouped(known, ({ session }) => session ?? '')].map(([id, unsorted]) => {
    const theirs = [...unsorted].sort((one, other) => timestampOf(one) - timestampOf(other));
    const [first, last] = [theirs[0], theirs.at(-1)];
    const views = theirs.filter(isView);
    const timestamps = theirs.map(timestampOf);
    const seconds = Math.round((Math.max(...timestamps) - Math.min(...timestamps)) / 1_000);
    const counted = views.length + theirs.filter((one) => nameOf(one) === '$autocapture').length;
    const short = seconds < BOUNCE_SECONDS ? 1 : 0;
    return {
      id,
      who: first?.who ?? '',
      start: first?.local ?? '',
      seconds,
      bounce: counted === 0 ? null : counted > 1 ? 0 : short,
      entry: pathOf(views[0] ?? first),
      end: pathOf(views.at(-1) ?? last),
      views,
    };
  });
}

function within(local: string, { from, to }: Setting): boolean {
  return local.slice(0, 10) >= from && local.slice(0, 10) <= to;
}

function mean(values: readonly number[]): number | null {
  return values.length === 0 ? null : sum(values) / values.length;
}

/**
 * Computes the web overview of a period and of the period before it. A session counts in the period in which it began;
 * its page views count if they are in either period.
 */
export function evaluateWebOverview(
  events: readonly HappenedEvent[],
  setting: Setting,
  compares: boolean,
): { readonly current: WebTotals; readonly before: WebTotals } {
  const earlier = previous(setting);
  const totals = (period: Setting, read: readonly Setting[]): WebTotals => {
    const visits = visitsOf(events, setting)
      .map((visit) => ({
        ...visit,
        views: visit.views.filter(({ local }) => read.some((one) => within(local, one))),
      }))
      .filter(({ views, start }) => views.length > 0 && within(start, period));
    return {
      visitors: new Set(visits.map(({ who }) => who)).size,
      views: sum(visits.map(({ views }) => views.length)),
      sessions: visits.length,
      duration: mean(visits.map(({ seconds }) => seconds)),
      bounceRate: mean(visits.flatMap(({ bounce }) => (bounce === null ? [] : [bounce]))),
    };
  };
  const read = compares ? [setting, earlier] : [setting];
  return { current: totals(setting, read), before: totals(earlier, read) };
}

export interface WebRow {
  readonly value: string | null;
  readonly visitors: readonly [number, number | null];
  readonly views: readonly [number, number | null];
  readonly bounceRate: readonly [number | null, number | null];
}

/** Returns the value of a page view in a table: null if it is unknown, undefined if the view is not counted. */
export type ValueOf = (
  view: LocalEvent,
  visit: { entry: string | null; end: string | null },
) => string | null | undefined;

/**
 * Computes visitors, views and bounce rates by value, the value with the most visitors first.
 *
 * @param form `pages`: bounce rates are those of sessions that began with the page, and sessions always count in the
 * period in which they began
 */
export function evaluateWebTable(
  events: readonly HappenedEvent[],
  setting: Setting,
  valueOf: ValueOf,
  { compares, form }: { readonly compares: boolean; readonly form: 'values' | 'pages' },
): WebRow[] {
  const periods = compares ? [setting, previous(setting)] : [setting];
  const visits = visitsOf(events, setting).flatMap((visit) => {
    const views = visit.views.filter(({ local }) => periods.some((one) => within(local, one)));
    return views.length === 0 ? [] : [{ ...visit, views }];
  });
  const pairs = visits.flatMap((visit) =>
    visit.views.flatMap((view) => {
      const value = valueOf(view, visit);
      return value === undefined ? [] : [{ value, visit }];
    }),
  );
  const byStart = compares || form === 'pages';
  const inPeriod = (start: string, at: number): boolean => {
    const period = periods[at];
    if (!byStart) return at === 0;
    return period !== undefined && within(start, period);
  };
  const bounces = (value: string | null, at: number): number | null => {
    const theirs =
      form === 'pages'
        ? visits.filter(({ entry }) => entry === value)
        : visits.filter((visit) => pairs.some((one) => one.value === value && one.visit === visit));
    return mean(
      theirs
        .filter(({ start }) => inPeriod(start, at))
        .flatMap(({ bounce }) => (bounce === null ? [] : [bounce])),
    );
  };
  const rows = [...grouped(pairs, ({ value }) => String(value)).values()].map((of): WebRow => {
    const value = of[0]?.value ?? null;
    const at = (index: number) => of.filter(({ visit }) => inPeriod(visit.start, index));
    const count = (index: number) => new Set(at(index).map(({ visit }) => visit.who)).size;
    const shown = byStart ? [count(1), at(1).length] : [null, null];
    return {
      value,
      visitors: [count(0), shown[0] ?? null],
      views: [at(0).length, shown[1] ?? null],
      bounceRate: [bounces(value, 0), bounces(value, 1)],
    };
  });
  const order = ({ visitors, views }: WebRow): number[] => [...visitors, ...views].map(Number);
  return rows.sort((one, other) => {
    const [mine, theirs] = [order(one), order(other)];
    const first = mine.findIndex((value, index) => value !== theirs[index]);
    if (first !== -1) return (theirs[first] ?? 0) - (mine[first] ?? 0);
    return one.value === null ? 1 : other.value === null || one.value < other.value ? -1 : 1;
  });
}
