import { arithmeticFunctions } from './arithmetic';
import { arrayFunctions } from './arrays';
import { bitFunctions } from './bits';
import { dateFunctions } from './dates';
import { geoFunctions } from './geo';
import { jsonFunctions } from './json';
import { mapAndTupleFunctions } from './maps-and-tuples';
import { networkFunctions } from './network';
import { family } from './spec';
import { stringFunctions } from './strings';
import { urlFunctions } from './urls';

const nullableFunctions = [
  ...family('Boolean', 'isNull!/1 isNotNull!/1 indexHint/1', { nullability: 'never' }),
  ...family('first', 'toNullable/1', { nullability: 'always' }),
  ...family('first', 'assumeNotNull/1', { nullability: 'never' }),
];

/** Functions that map one to one to a ClickHouse function. */
export const scalarFunctions = [
  ...arithmeticFunctions,
  ...arrayFunctions,
  ...bitFunctions,
  ...dateFunctions,
  ...geoFunctions,
  ...jsonFunctions,
  ...mapAndTupleFunctions,
  ...networkFunctions,
  ...nullableFunctions,
  ...stringFunctions,
  ...urlFunctions,
];
