import type { AlertHysteresis } from '@tidemark/contracts';
import type { IncidentState } from '../incident';
import { nextIncidentState, QUIET } from '../incident';
import type { AlertRule } from '../judge/judge';
import { judge } from '../judge/judge';

/** The days of history before the first check, and the days on which the alert is checked. */
const HISTORY_DAYS = 56;
const CHECKED_DAYS = 70;
const START = Date.UTC(2026, 0, 5);
const DAY_MS = 86_400_000;

/** A generator of pseudo-random numbers between 0 and 1, which are the same for the same seed. */
function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function normal(random: () => number): number {
  return Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
}

/** A simulated product, described by its events per day without incidents. */
export interface Product {
  readonly name: string;
  readonly mean: number;
  /** The value of a day of the weekend as a share of a working day. */
  readonly weekend: number;
  /** Standard deviation of a day's value, as a share. */
  readonly noise: number;
  /** Growth per week, as a share. */
  readonly growth: number;
}

/** A time of unusual values, in days since the first check; the values are multiplied by `factor`. */
interface Incident {
  readonly from: number;
  readonly days: number;
  readonly factor: number;
}

export interface SimulatedRun {
  readonly incidents: number;
  /** The number of incidents for which the alert began to fire at the first possible check. */
  readonly found: number;
  readonly falseAlarms: number;
  readonly begun: number;
  readonly ended: number;
}

/**
 * Checks an alert on seventy days of a product whose incidents are known: a drop, an outage and, optionally, a peak,
 * on days that depend on the seed.
 */
export function simulate(
  product: Product,
  rule: AlertRule & Pick<AlertHysteresis, 'begin_after' | 'end_after'>,
  { seed, peaks }: { readonly seed: number; readonly peaks: boolean },
): SimulatedRun {
  const random = randomOf(seed);
  const incidents = incidentsOf(random, peaks);
  const values = Array.from({ length: HISTORY_DAYS + CHECKED_DAYS }, (_, day) =>
    valueOf(product, day, incidents, random),
  );
  const points = values.map((value, day) => ({ at: dayText(day), value }));
  let state: IncidentState = QUIET;
  const run = { incidents: incidents.length, found: 0, falseAlarms: 0, begun: 0, ended: 0 };
  for (let day = 0; day < CHECKED_DAYS; day += 1) {
    const current = HISTORY_DAYS + day;
    const verdict = judge([{ points: points.slice(0, current + 2), current }], rule);
    const next = nextIncidentState(state, verdict, rule);
    state = next.state;
    if (next.change === 'ended') run.ended += 1;
    if (next.change !== 'begun') continue;
    run.begun += 1;
    const cause = incidents.find(({ from, days }) => day >= from && day < from + days);
    if (cause === undefined) run.falseAlarms += 1;
    else if (cause.from === day) run.found += 1;
  }
  return run;
}

function incidentsOf(random: () => number, peaks: boolean): readonly Incident[] {
  const at = (first: number): number => first + Math.floor(random() * 10);
  return [
    { from: at(3), days: 2, factor: 0.4 },
    { from: at(25), days: 1, factor: 0 },
    { from: at(48), days: 2, factor: peaks ? 2 : 0.3 },
  ];
}

function valueOf(
  { mean, weekend, noise, growth }: Product,
  day: number,
  incidents: readonly Incident[],
  random: () => number,
): number {
  const isWeekend = day % 7 >= 5;
  const level = mean * (isWeekend ? weekend : 1) * (1 + growth) ** (day / 7);
  const wobble = normal(random) * noise * level + normal(random) * Math.sqrt(level);
  const checked = day - HISTORY_DAYS;
  const incident = incidents.find(({ from, days }) => checked >= from && checked < from + days);
  return Math.max(0, Math.round((level + wobble) * (incident?.factor ?? 1)));
}

/** Day 0 is a Monday. */
function dayText(day: number): string {
  return new Date(START + day * DAY_MS).toISOString().slice(0, 10);
}
