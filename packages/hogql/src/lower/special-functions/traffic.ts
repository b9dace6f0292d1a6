import type { OfUserAgent } from '../../traffic/traffic';
import {
  botName,
  botOperator,
  botType,
  isLikelyBot,
  trafficCategory,
  trafficType,
} from '../../traffic/traffic';
import { typeOf } from '../../types/value-type';
import { toText } from '../casts';
import { typed } from '../typed';
import { arg, special } from './special';
import type { SpecialFunction } from './special';

function ofText(name: string, of: OfUserAgent, kind: 'String' | 'Boolean'): SpecialFunction {
  return special(name, [1, 1], (args) => typed(of(toText(arg(args, 0)).sql), typeOf(kind)));
}

/** What kind of visitor a user agent belongs to (`wire/hogql.md` §4.2). */
export const traffic: readonly SpecialFunction[] = [
  ofText('getTrafficType', trafficType, 'String'),
  ofText('getTrafficCategory', trafficCategory, 'String'),
  ofText('isLikelyBot', isLikelyBot, 'Boolean'),
  ofText('getBotType', botType, 'String'),
  ofText('getBotName', botName, 'String'),
  ofText('getBotOperator', botOperator, 'String'),
];
