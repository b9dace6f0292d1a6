import type { Rows } from '../../insight/plan';
import { unsampled } from '../../series/query-filters';
import { AUTOCAPTURE, ELEMENTS_CHAIN, ELEMENTS_DIVIDER } from './candidates';

/** Reads the elements of a chain, the clicked one first. */
export type ElementsOf = (chain: string) => readonly unknown[];

/** A correlation; `event.event` is `name`, `event::property::value` or `property::value`. */
interface Correlation {
  readonly event: {
    readonly event: string;
    readonly properties: Readonly<Record<string, string>>;
    readonly elements: readonly unknown[];
  };
  /** The number of converted actors that have it; `failure_count` counts those that did not convert. */
  readonly success_count: number;
  readonly failure_count: number;
  readonly odds_ratio: number;
  readonly correlation_type: 'success' | 'failure';
}

export interface CorrelationResults {
  /** Positive correlations with conversion, the strongest first, followed by negative ones. */
  readonly events: readonly Correlation[];
  /** True if more than ten times as many actors converted as not, or the reverse. */
  readonly skewed: boolean;
}

export const NO_CORRELATIONS: CorrelationResults = { events: [], skewed: false };

/** The prior that is added to each count. */
const PRIOR = 1;
const SKEWED_FROM = 10;

interface Totals {
  readonly success: number;
  readonly failure: number;
}

/** The correlations of the response. @param rows see `rankedStatement`; there is always one */
export function correlationResults(
  rows: Rows,
  given: {
    readonly samplingFactor: number | null | undefined;
    readonly elementsOf: ElementsOf;
  },
): CorrelationResults {
  const totals = { success: Number(rows[0]?.[0] ?? 0), failure: Number(rows[0]?.[1] ?? 0) };
  const scaled = (count: number): number => unsampled(count, given.samplingFactor);
  const [success, failure] = [scaled(totals.success), scaled(totals.failure)];
  if (success === 0 || failure === 0) return { events: [], skewed: true };
  const found = rows
    .filter(([, , counts]) => Number(counts) === 1)
    .map(([, , , name, ...of]) => correlation(String(name), of, totals, given.elementsOf));
  return {
    events: [...ofType(found, 'success'), ...ofType(found, 'failure')],
    skewed: success / failure > SKEWED_FROM || failure / success > SKEWED_FROM,
  };
}

function ofType(
  found: readonly Correlation[],
  type: Correlation['correlation_type'],
): readonly Correlation[] {
  const sign = type === 'success' ? -1 : 1;
  return found
    .filter(({ correlation_type }) => correlation_type === type)
    .sort((one, other) => sign * (one.odds_ratio - other.odds_ratio));
}

function correlation(
  name: string,
  [success, failure]: readonly unknown[],
  totals: Totals,
  elementsOf: ElementsOf,
): Correlation {
  const [success_count, failure_count] = [Number(success), Number(failure)];
  const odds_ratio =
    ((success_count + PRIOR) * (totals.failure - failure_count + PRIOR)) /
    ((totals.success - success_count + PRIOR) * (failure_count + PRIOR));
  return {
    event: { event: name, ...clickedOf(name, elementsOf) },
    success_count,
    failure_count,
    odds_ratio,
    correlation_type: odds_ratio > 1 ? 'success' : 'failure',
  };
}

const CLICKED = `${AUTOCAPTURE}::${ELEMENTS_CHAIN}::`;

function clickedOf(
  name: string,
  elementsOf: ElementsOf,
): Pick<Correlation['event'], 'properties' | 'elements'> {
  const at = name.indexOf(ELEMENTS_DIVIDER);
  if (!name.startsWith(CLICKED) || at === -1) return { properties: {}, elements: [] };
  return {
    properties: { $event_type: name.slice(CLICKED.length, at) },
    elements: elementsOf(name.slice(at + ELEMENTS_DIVIDER.length)),
  };
}
