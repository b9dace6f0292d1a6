import { arithmeticFunctions } from './arithmetic';
import { arrayFunctions } from './arrays';
import { bitFunctions } from './bits';
import { dateFunctions } from './dates';
import { jsonFunctions } from './json';
import { mapAndTupleFunctions } from './maps-and-tuples';
import { nullableFunctions } from './nullable';
import { stringFunctions } from './strings';
import { urlFunctions } from './urls';

/** Functions that map one to one to a ClickHouse function. */
export const scalarFunctions = [
  ...arithmeticFunctions,
  ...arrayFunctions,
  ...bitFunctions,
  ...dateFunctions,
  ...jsonFunctions,
  ...mapAndTupleFunctions,
  ...nullableFunctions,
  ...stringFunctions,
  ...urlFunctions,
];
