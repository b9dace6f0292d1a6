import { family } from './spec';

export const mapAndTupleFunctions = [
  ...family(
    'Map',
    `map/0-* mapFromArrays/2 mapAdd/2-* mapSubtract/2-* mapPopulateSeries/1-3
     mapExtractKeyLike/2 mapApply/2 mapFilter/2 mapUpdate/2`,
    { nullability: 'never' },
  ),
  ...family('Boolean', 'mapContains/2 mapContainsKeyLike/2', { nullability: 'never' }),
  ...family('Array', 'mapKeys/1 mapValues/1', { nullability: 'never' }),
  ...family('Tuple', 'tuple/0-*', { nullability: 'never' }),
  ...family('Unknown', 'tupleElement/2-3'),
  ...family(
    'Unknown',
    `tuplePlus/2 tupleMinus/2 tupleMultiply/2 tupleDivide/2 tupleNegate/1 tupleMultiplyByNumber/2
     tupleDivideByNumber/2 dotProduct/2 tupleHammingDistance/2 tupleToNameValuePairs/1`,
  ),
  ...family(
    'Float',
    `L1Norm/1 L2Norm/1 LinfNorm/1 LpNorm/2 L1Distance/2 L2Distance/2 LinfDistance/2 LpDistance/3
     cosineDistance/2`,
  ),
  ...family('Tuple', 'L1Normalize/1 L2Normalize/1 LinfNormalize/1 LpNormalize/2', {
    nullability: 'never',
  }),
];
