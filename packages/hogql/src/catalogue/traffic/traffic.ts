import { call, number, text } from '../../clickhouse-sql/build';
import type { SqlExpr } from '../../clickhouse-sql/nodes';
import { TRAFFIC_SOURCES, TRAFFIC_TYPES } from './traffic-sources';
import type { TrafficSource } from './traffic-sources';

const SEPARATOR = '|';

/** A constant list as one bound text. */
function list(items: readonly string[]): SqlExpr {
  return call('splitByString', text(SEPARATOR), text(items.join(SEPARATOR)));
}

const PARTS = call('array', ...TRAFFIC_SOURCES.map(({ part }) => text(part)));

/** A text derived from a user agent, which is a text or null. */
export type OfUserAgent = (userAgent: SqlExpr) => SqlExpr;

/** The entry of the table for a user agent. Browsers and unknown user agents are `regular`; a missing one is `none`. */
function describe(
  of: (source: TrafficSource) => string,
  otherwise: { readonly regular: string; readonly none: string },
): OfUserAgent {
  return (userAgent) => {
    const agent = call('ifNull', userAgent, text(''));
    const found = call('multiSearchFirstIndexCaseInsensitive', agent, PARTS);
    const known = call('arrayElement', list(TRAFFIC_SOURCES.map(of)), found);
    return call(
      'multiIf',
      call('equals', agent, text('')),
      text(otherwise.none),
      call('equals', found, number(0)),
      text(otherwise.regular),
      known,
    );
  };
}

const REGULAR = 'Regular';
const ofBots = { regular: '', none: '' };

/** `Regular`, `Bot`, `AI Agent` or `Automation` (`docs/wire/hogql-tables.md#traffic-functions`). */
export const trafficType = describe(({ category }) => TRAFFIC_TYPES[category], {
  regular: REGULAR,
  none: 'Automation',
});

export const trafficCategory = describe(({ category }) => category, {
  regular: 'regular',
  none: 'no_user_agent',
});

/** 1 for all visitors except regular ones, for which it is 0. */
export const isLikelyBot: OfUserAgent = (userAgent) =>
  call('notEquals', trafficType(userAgent), text(REGULAR));

export const botType = describe(({ category }) => category, ofBots);
export const botName = describe(({ name }) => name, ofBots);
export const botOperator = describe(({ operator }) => operator, ofBots);
