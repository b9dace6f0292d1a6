import type { PeopleBehind } from './people-behind';
import type { ResponseFields } from './response-fields';
import type { FunnelsQuery } from './types';

/** What may go together with converting: events on the way, or properties of people. */
export type CorrelationKind = 'events' | 'properties';

/** A `FunnelCorrelationQuery` of a funnel. */
export interface CorrelationQuery {
  readonly kind: 'FunnelCorrelationQuery';
  readonly source: { readonly kind: 'FunnelsActorsQuery'; readonly source: FunnelsQuery };
  readonly funnelCorrelationType: CorrelationKind;
  readonly funnelCorrelationNames?: readonly string[];
  readonly funnelCorrelationExcludeNames?: readonly string[];
}

/** Where somebody was last: a result of converting, or of giving up, and no reason for it. */
const PLACES_OF_LAST_EVENT = [
  '$current_url',
  '$host',
  '$pathname',
  '$referrer',
  '$referring_domain',
] as const;

/** What goes together with converting in a funnel (`docs/wire/query-kinds.md#kinds-insights`). */
export function correlationQuery(
  query: FunnelsQuery,
  funnelCorrelationType: CorrelationKind,
): CorrelationQuery {
  const { breakdownFilter: _, compareFilter: __, ...source } = query;
  return {
    kind: 'FunnelCorrelationQuery',
    source: { kind: 'FunnelsActorsQuery', source },
    funnelCorrelationType,
    ...(funnelCorrelationType === 'properties' && {
      funnelCorrelationNames: ['$all'],
      funnelCorrelationExcludeNames: PLACES_OF_LAST_EVENT,
    }),
  };
}

export interface Correlation {
  /** The name of an event, or of a property. */
  readonly name: string;
  /** Null for an event. */
  readonly value: string | null;
  readonly converted: number;
  readonly dropped: number;
  /** How much more likely who has it converts: 2 is twice, 0.5 half. */
  readonly odds: number;
  readonly speaksFor: boolean;
}

export interface CorrelationShape {
  readonly list: readonly Correlation[];
  /** Hardly anybody converted, or hardly anybody did not: the figures say little. */
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

/** Makes a list of a response to a `FunnelCorrelationQuery`. */
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

/** The people of a count: who converted, or who did not, and have the event or the value. */
export function peopleBehindCorrelation(
  query: CorrelationQuery,
  { name, value, converted, dropped }: Correlation,
  didConvert: boolean,
): PeopleBehind {
  const type = typeof query.source.source.aggregation_group_type_index === 'number';
  const property = {
    key: name,
    value: [value],
    operator: 'exact',
    type: type ? 'group' : 'person',
  };
  return {
    title: `${didConvert ? 'Converted' : 'Did not convert'}: ${value === null ? name : `${name} is ${value}`}`,
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
