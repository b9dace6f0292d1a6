import { baseAggregates } from './base';
import { withCombinators } from './combinators';

export const aggregateFunctions = withCombinators(baseAggregates);
