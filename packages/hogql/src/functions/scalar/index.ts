import { arithmeticFunctions } from './arithmetic';
import { arrayFunctions } from './arrays';
import { bitFunctions } from './bits';
import { dateFunctions } from './dates';
import { geoFunctions } from './geo';
import { jsonFunctions } from './json';
import { mapAndTupleFunctions } from './maps-and-tuples';
import { networkFunctions } from './network';
import { nullableFunctions } from './nullable';
import { reinterpretFunctions } from './reinterpret';
import { stringFunctions } from './strings';
import { urlFunctions } from './urls';

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
  ...reinterpretFunctions,
  ...stringFunctions,
  ...urlFunctions,
];
