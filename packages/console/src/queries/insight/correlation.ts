import { numberWords } from '../numbers';
import type { ComparedStep } from './correlation-step';
import { funnelUpTo } from './correlation-step';
import type { PeopleBehind } from './people-behind';
import type { ResponseFields } from './response-fields';
import type { FunnelsQuery } from './types';

/** The kinds of correlation: events between the steps, or properties of people. */
export type CorrelationKind = 'events' | 'properties';

/** A `FunnelCorrelationQuery` for a funnel. */
export interface CorrelationQuery {
  readonly kind: 'FunnelCorrelationQuery';
  readonly source: {
    readonly kind: 'FunnelsActorsQuery';
    readonly source: FunnelsQuery;
    /** Only people who reached this step are compared. */
    readonly funnelStep?: number;
  };
  readonly funnelCorrelationType: CorrelationKind;
  readonly funnelCorrelationNames?: readonly string[];
  readonly funnelCorrelationExcludeNames?: readonly string[];
}

/** Properties of the last visited page. They are a consequence of the conversion or the drop-off, not a cause. */
const PLACES_OF_LAST_EVENT = [
  '$current_url',
  '$host',
  '$pathname',
  '$referrer',
  '$referring_domain',
] as const;

/**
 * A query for the events or properties that are correlated with conversion (`docs/wire/query-kinds.md#kinds-insights`).
 *
 * @param step compares people who reached this step with those who dropped off right before it; null compares those who
 *   converted in the whole funnel with all others
 */
export function correlationQuery(
  query: FunnelsQuery,
  funnelCorrelationType: CorrelationKind,
  step: ComparedStep | null,
): CorrelationQuery {
  const { breakdownFilter: _, compareFilter: __, ...whole } = query;
  const part = step === null ? null : funnelUpTo(whole, step.number);
  const source = part?.funnel ?? whole;
  return {
    kind: 'FunnelCorrelationQuery',
    source: {
      kind: 'FunnelsActorsQuery',
      source,
      ...(part !== null && { funnelStep: part.from }),
    },
    funnelCorrelationType,
    ...(funnelCorrelationType === 'properties' && {
      funnelCorrelationNames: ['$all'],
      funnelCorrelationExcludeNames: PLACES_OF_LAST_EVENT,
    }),
  };
}

export interface Correlation {
  /** The name of the event or property. */
  readonly name: string;
  /** The value of the property; null for an event. */
  readonly value: string | null;
  readonly converted: number;
  readonly dropped: number;
  /** The odds ratio of converting with the event or value to converting without it: 2 means twice, 0.5 means half. */
  readonly odds: number;
  readonly speaksFor: boolean;
}

export interface CorrelationShape {
  readonly list: readonly Correlation[];
  /** Too few people converted, or too few did not, for reliable numbers. */
  readonly isSkewed: boolean;
}

interface Wire {
  readonly events?: readonly {
    readonly event?: { readonly event?: string };
    readonly success_count?: number;
    readonly failure_count?: number;
    readonly odds_ratio?: number;
    readonly correlation_type?: string;
  }[];
  readonly skewed?: boolean;
}

/** Converts the response to a `FunnelCorrelationQuery` into a list. */
export function shapeCorrelation(
  { funnelCorrelationType }: CorrelationQuery,
  { results }: ResponseFields,
): CorrelationShape {
  const { events = [], skewed = false } = (results ?? {}) as Wire;
  return {
    isSkewed: skewed,
    list: events.map((entry) => {
      const text = entry.event?.event ?? '';
      const at = funnelCorrelationType === 'events' ? -1 : text.indexOf('::');
      return {
        name: at < 0 ? text : text.slice(0, at),
        value: at < 0 ? null : text.slice(at + 2),
        converted: entry.success_count ?? 0,
        dropped: entry.failure_count ?? 0,
        odds: entry.odds_ratio ?? 1,
        speaksFor: entry.correlation_type === 'success',
      };
    }),
  };
}

/** The people behind a count: those who converted, or who did not, and who have the event or the value. */
export function peopleBehindCorrelation(
  query: CorrelationQuery,
  { name, value, converted, dropped }: Correlation,
  didConvert: boolean,
  step: ComparedStep | null,
): PeopleBehind {
  const type = typeof query.source.source.aggregation_group_type_index === 'number';
  const property = {
    key: name,
    value: [value],
    operator: 'exact',
    type: type ? 'group' : 'person',
  };
  return {
    title: `${outcomeWords(didConvert, step)}: ${value === null ? name : `${name} is ${value}`}`,
    source: {
      kind: 'FunnelCorrelationActorsQuery',
      source: query,
      funnelCorrelationPersonConverted: didConvert,
      ...(value === null
        ? { funnelCorrelationPersonEntity: { kind: 'EventsNode', event: name } }
        : { funnelCorrelationPropertyValues: [property] }),
    },
    clicked: didConvert ? converted : dropped,
    comparable: 'people',
  };
}

/** The people behind a number, and what they did. */
function outcomeWords(didConvert: boolean, step: ComparedStep | null): string {
  if (step === null) return didConvert ? 'Converted' : 'Did not convert';
  return didConvert ? `Reached ${step.name}` : `Dropped off before ${step.name}`;
}

/** The share of actors with the event or value who converted, from 0 to 1; null if there are no such actors. */
export function shareConverted({ converted, dropped }: Correlation): number | null {
  return converted + dropped === 0 ? null : converted / (converted + dropped);
}

/**
 * Whether SDKs record an event by themselves: it is part of every visit or of the steps themselves, and rarely explains
 * why people convert.
 */
export function isAutomatic({ name, value }: Correlation): boolean {
  return value === null && name.startsWith('$');
}

/** Larger odds are shown as "over 100". */
const MOST_ODDS = 100;

/** Describes how the odds of converting with an event or value differ from the odds without it. */
export function oddsWords({ odds, speaksFor }: Correlation): string {
  if (!speaksFor && odds === 0) return 'none';
  const times = speaksFor ? odds : 1 / odds;
  const words = times > MOST_ODDS ? `over ${MOST_ODDS}` : numberWords(times);
  return `${words} times ${speaksFor ? 'higher' : 'lower'}`;
}
