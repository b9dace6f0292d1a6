import { family } from './spec';

const never = 'never' as const;

/** An H3 cell, then levels or counts. */
const cell = (...more: string[]) => ({ casts: ['UInt64', ...more] });
const level = { casts: ['UInt8'] };

/** Functions on geographic positions; H3 cells are 64-bit numbers. */
export const geoFunctions = [
  ...family('Float', 'greatCircleDistance/4 geoDistance/4 greatCircleAngle/4'),
  ...family('Boolean', 'pointInEllipses/6-*', { casts: ['Float64'], nullability: never }),
  ...family('Boolean', 'pointInPolygon/2-*', { nullability: never }),
  ...family('String', 'geohashEncode/2-3', { casts: ['Float64', 'Float64', 'UInt8'] }),
  ...family('Tuple', 'geohashDecode/1', { nullability: never }),
  ...family('Array', 'geohashesInBox/5', {
    casts: ['Float64', 'Float64', 'Float64', 'Float64', 'UInt8'],
    nullability: never,
  }),
  ...family('Integer', 'geoToH3/3', { casts: ['Float64', 'Float64', 'UInt8'] }),
  ...family('Boolean', 'h3IsValid/1 h3IsPentagon/1 h3IsResClassIII/1', cell()),
  ...family('Boolean', 'h3UnidirectionalEdgeIsValid/1', cell()),
  ...family('Boolean', 'h3IndexesAreNeighbors/2', cell()),
  ...family('Integer', 'h3GetResolution/1 h3GetBaseCell/1', cell()),
  ...family('Integer', 'h3Distance/2 h3GetUnidirectionalEdge/2', cell()),
  ...family(
    'Integer',
    'h3GetOriginIndexFromUnidirectionalEdge/1 h3GetDestinationIndexFromUnidirectionalEdge/1',
    cell(),
  ),
  ...family('Integer', 'h3ToParent/2 h3ToCenterChild/2', cell('UInt8')),
  ...family('Integer', 'h3NumHexagons/1', level),
  ...family('Integer', 'stringToH3/1'),
  ...family('String', 'h3ToString/1', cell()),
  ...family(
    'Float',
    `h3EdgeAngle/1 h3EdgeLengthKm/1 h3EdgeLengthM/1 h3HexAreaKm2/1 h3HexAreaM2/1`,
    level,
  ),
  ...family(
    'Float',
    `h3CellAreaM2/1 h3CellAreaRads2/1 h3ExactEdgeLengthKm/1 h3ExactEdgeLengthM/1
     h3ExactEdgeLengthRads/1`,
    cell(),
  ),
  ...family('Float', 'h3PointDistKm/4 h3PointDistM/4 h3PointDistRads/4', { casts: ['Float64'] }),
  ...family('Tuple', 'h3ToGeo/1', { ...cell(), nullability: never }),
  ...family(
    'Array',
    `h3ToGeoBoundary/1 h3GetFaces/1 h3GetIndexesFromUnidirectionalEdge/1
     h3GetUnidirectionalEdgeBoundary/1 h3GetUnidirectionalEdgesFromHexagon/1 h3Line/2`,
    { ...cell(), nullability: never },
  ),
  ...family('Array', 'h3kRing/2 h3HexRing/2', { ...cell('UInt16'), nullability: never }),
  ...family('Array', 'h3ToChildren/2', { ...cell('UInt8'), nullability: never }),
  ...family('Array', 'h3GetPentagonIndexes/1', { ...level, nullability: never }),
  ...family('Array', 'h3GetRes0Indexes/0', { nullability: never }),
];
