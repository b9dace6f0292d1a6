import { arithmetic } from './arithmetic';
import { arrays } from './arrays';
import { bits } from './bits';
import type { FunctionCase } from './case';
import { conversions } from './conversions';
import { dates } from './dates';
import { geo } from './geo';
import { logic } from './logic';
import { mapsAndTuples } from './maps-and-tuples';
import { strings } from './strings';
import { urlsAndJson } from './urls-and-json';

/** At least one call of every scalar function. */
export const scalarCases: Readonly<Record<string, readonly FunctionCase[]>> = {
  arithmetic,
  arrays,
  bits,
  conversions,
  dates,
  geo,
  logic,
  mapsAndTuples,
  strings,
  urlsAndJson,
};
