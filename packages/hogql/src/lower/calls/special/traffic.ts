import type { OfUserAgent } from '../../../catalogue/traffic/traffic';
import {
  botName,
  botOperator,
  botType,
  isLikelyBot,
  trafficCategory,
  trafficType,
} from '../../../catalogue/traffic/traffic';
import { typeOf } from '../../../types/value-type';
import { toText } from '../../operators/casts';
import { typed } from '../../scope/typed';
import { arg, special } from './special';
import type { SpecialFunction } from './special';

function ofText(name: string, of: OfUserAgent, kind: 'String' | 'Boolean'): SpecialFunction {
  return special(name, [1, 1], (args) => typed(of(toText(arg(args, 0)).sql), typeOf(kind)));
}

/** The type of visitor by its user agent (`docs/wire/hogql-tables.md#traffic-functions`). */
export const traffic: readonly SpecialFunction[] = [
  ofText('getTrafficType', trafficType, 'String'),
  ofText('getTrafficCategory', trafficCategory, 'String'),
  ofText('isLikelyBot', isLikelyBot, 'Boolean'),
  ofText('getBotType', botType, 'String'),
  ofText('getBotName', botName, 'String'),
  ofText('getBotOperator', botOperator, 'String'),
];
