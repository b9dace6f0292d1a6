import { call, number, text } from '../../sql/build';
import type { SqlExpr } from '../../sql/nodes';
import { typeOf } from '../../types/value-type';
import { toText } from '../casts';
import type { Typed } from '../typed';
import { typed } from '../typed';
import { arg, special } from './special';
import type { SpecialFunction } from './special';
import { TRAFFIC_SOURCES, TRAFFIC_TYPES } from './traffic-sources';
import type { TrafficSource } from './traffic-sources';

const SEPARATOR = '|';

/** A constant list as one bound text. */
function list(items: readonly string[]): SqlExpr {
  return call('splitByString', text(SEPARATOR), text(items.join(SEPARATOR)));
}

const PARTS = call('array', ...TRAFFIC_SOURCES.map(({ part }) => text(part)));

/**
 * What the table says of a user agent. A browser, or what is not known, is `regular`; one without a user agent is
 * `none`.
 */
function describe(
  of: (source: TrafficSource) => string,
  otherwise: { readonly regular: string; readonly none: string },
) {
  return (args: readonly Typed[]): Typed => {
    const agent = call('ifNull', toText(arg(args, 0)).sql, text(''));
    const found = call('multiSearchFirstIndexCaseInsensitive', agent, PARTS);
    const known = call('arrayElement', list(TRAFFIC_SOURCES.map(of)), found);
    const sql = call(
      'multiIf',
      call('equals', agent, text('')),
      text(otherwise.none),
      call('equals', found, number(0)),
      text(otherwise.regular),
      known,
    );
    return typed(sql, typeOf('String'));
  };
}

const typeOfTraffic = describe(({ category }) => TRAFFIC_TYPES[category], {
  regular: 'Regular',
  none: 'Automation',
});

const ofBots = { regular: '', none: '' };

/** What kind of visitor a user agent belongs to (`wire/hogql.md` §4.2). */
export const traffic: readonly SpecialFunction[] = [
  special('getTrafficType', [1, 1], typeOfTraffic),
  special(
    'getTrafficCategory',
    [1, 1],
    describe(({ category }) => category, { regular: 'regular', none: 'no_user_agent' }),
  ),
  special('isLikelyBot', [1, 1], (args) =>
    typed(call('notEquals', typeOfTraffic(args).sql, text('Regular')), typeOf('Boolean')),
  ),
  special(
    'getBotType',
    [1, 1],
    describe(({ category }) => category, ofBots),
  ),
  special(
    'getBotName',
    [1, 1],
    describe(({ name }) => name, ofBots),
  ),
  special(
    'getBotOperator',
    [1, 1],
    describe(({ operator }) => operator, ofBots),
  ),
];
