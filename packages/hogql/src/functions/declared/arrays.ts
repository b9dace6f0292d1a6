import { family } from './spec';

const never = { nullability: 'never' } as const;

export const arrayFunctions = [
  ...family('Integer', 'length!/1 empty/1 notEmpty/1 isEmpty/1=empty isNotEmpty/1=notEmpty'),
  ...family(
    'Array',
    `array/0-* range/1-3 arrayConcat/2-* arrayEnumerate/1 arrayEnumerateUniq/1-* arrayEnumerateDense/1
     arrayPopBack/1 arrayPopFront/1 arrayPushBack/2 arrayPushFront/2 arrayResize/2-3 arraySlice/2-3
     arraySort/1-* arrayReverseSort/1-* arrayDifference/1 arrayDistinct/1 arrayIntersect/1-*
     arrayReverse/1 arrayFilter/2-* arrayFlatten/1 arrayCompact/1 arrayZip/2-* arrayMap/2-*
     arrayFill/2-* arrayWithConstant/2 arraySplit/2-* arrayReverseFill/2-* arrayReverseSplit/2-*
     arrayRotateLeft/2 arrayRotateRight/2 arrayCumSum/1-* arrayCumSumNonNegative/1-*`,
    never,
  ),
  ...family('Boolean', 'has/2 hasAll/2 hasAny/2 hasSubstr/2 arrayExists/1-* arrayAll/1-*', never),
  ...family(
    'Integer',
    'indexOf/2 arrayCount/1-* countEqual/2 arrayUniq/1-* arrayFirstIndex/2-* arrayLastIndex/2-*',
    never,
  ),
  ...family(
    'Unknown',
    `arrayElement/2 arrayJoin/1 arrayFold/3-* arrayFirst/2-* arrayLast/2-* arrayMin/1-2 arrayMax/1-2
     arraySum/1-2 arrayAvg/1-2 arrayProduct/1 arrayAUC/2`,
  ),
  ...family('String', 'arrayStringConcat/1-2', never),
];
