import { family } from './spec';

export const bitFunctions = [
  ...family(
    'Integer',
    `bitAnd/2 bitOr/2 bitXor/2 bitNot/1 bitShiftLeft/2 bitShiftRight/2 bitRotateLeft/2
     bitRotateRight/2 bitTest/2 bitTestAll/3-* bitTestAny/3-* bitCount/1 bitHammingDistance/2`,
  ),
  ...family('Integer', 'bitmapCardinality/1 bitmapMin/1 bitmapMax/1 bitmapContains/2'),
  ...family('Unknown', 'bitmapBuild/1 bitmapAnd/2 bitmapOr/2 bitmapXor/2 bitmapAndnot/2'),
  ...family(
    'Integer',
    `bitmapAndCardinality/2 bitmapOrCardinality/2 bitmapXorCardinality/2 bitmapAndnotCardinality/2
     bitmapHasAny/2 bitmapHasAll/2`,
  ),
  ...family('Array', 'bitmapToArray/1'),
  ...family('Unknown', 'bitmapSubsetInRange/3 bitmapSubsetLimit/3 subBitmap/3 bitmapTransform/3'),
  ...family('String', 'bitSlice/2-3'),
  // Functions that read bytes; missing bytes count as zeros.
  ...family(
    'Integer',
    `reinterpretAsUInt8/1 reinterpretAsUInt16/1 reinterpretAsUInt32/1 reinterpretAsUInt64/1
     reinterpretAsUInt128/1 reinterpretAsUInt256/1 reinterpretAsInt8/1 reinterpretAsInt16/1
     reinterpretAsInt32/1 reinterpretAsInt64/1 reinterpretAsInt128/1 reinterpretAsInt256/1`,
  ),
  ...family('Float', 'reinterpretAsFloat32/1 reinterpretAsFloat64/1'),
  ...family('UUID', 'reinterpretAsUUID/1'),
];
