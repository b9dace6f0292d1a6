/** Type of a single value, or `JSON` for an object in an array. */
export type ElementType = 'Int64' | 'Float64' | 'Bool' | 'String' | 'JSON';

/**
 * Type of a value in a JSON column: a single value (depth 0) or an array of `depth` levels. Equal shapes are
 * the same object.
 */
export interface JsonShape {
  readonly depth: number;
  readonly element: ElementType;
}

/** Arrays of more levels are left to the engine. */
const MOST_LEVELS = 8;

const SHAPES: Record<ElementType, JsonShape[]> = {
  Int64: [],
  Float64: [],
  Bool: [],
  String: [],
  JSON: [],
};

function shapeOf(depth: number, element: ElementType): JsonShape {
  const shapes = SHAPES[element];
  for (let next = shapes.length; next <= depth; next += 1) shapes.push({ depth: next, element });
  const shape = shapes[depth];
  if (shape === undefined) throw new Error('a shape is missing');
  return shape;
}

const INT = shapeOf(0, 'Int64');
const FLOAT = shapeOf(0, 'Float64');
export const BOOL = shapeOf(0, 'Bool');
export const STRING = shapeOf(0, 'String');

const INT64_END = 2 ** 63;

/** Whether the value is null in JSON text. */
export function isNull(value: unknown): boolean {
  return (
    value === null || value === undefined || (typeof value === 'number' && !Number.isFinite(value))
  );
}

/**
 * Shape of a number as the engine reads it from JSON text, in which whole numbers beyond Int64 have an
 * exponent.
 */
export function numberShape(value: number): JsonShape {
  return Number.isInteger(value) && value < INT64_END && value > -INT64_END ? INT : FLOAT;
}

/**
 * Shape of an array, or null for an array whose type only the engine can find: elements of several types
 * (numbers excepted), arrays beside other elements, null beside objects or arrays, empty arrays at several
 * depths, more than eight levels. An array without elements other than null has the element type String.
 */
export function arrayShape(array: readonly unknown[]): JsonShape | null {
  const found: Found = { depth: 0, element: undefined, hasNull: false };
  if (!scan(array, 1, found) || (found.hasNull && found.element === 'JSON')) return null;
  return shapeOf(found.depth, found.element ?? 'String');
}

interface Found {
  /** Depth of the innermost arrays; 0 if no such array was found yet. */
  depth: number;
  element: ElementType | undefined;
  hasNull: boolean;
}

/** Returns false for an array without a shape. */
function scan(array: readonly unknown[], depth: number, found: Found): boolean {
  if (depth > MOST_LEVELS) return false;
  if (array.length > 0 && array.every(Array.isArray)) {
    return array.every((inner: unknown[]) => scan(inner, depth + 1, found));
  }
  if (found.depth === 0) found.depth = depth;
  return found.depth === depth && array.every((value) => addElement(value, found));
}

/** Returns false for an element that does not have the type of the elements found before. */
function addElement(value: unknown, found: Found): boolean {
  if (isNull(value)) {
    found.hasNull = true;
    return true;
  }
  const element = elementType(value);
  if (element === undefined) return false;
  found.element ??= element;
  if (found.element === element) return true;
  if (!isNumeric(found.element) || !isNumeric(element)) return false;
  found.element = 'Float64';
  return true;
}

function isNumeric(element: ElementType): boolean {
  return element === 'Int64' || element === 'Float64';
}

/** Undefined for an array. */
function elementType(value: unknown): ElementType | undefined {
  switch (typeof value) {
    case 'string':
      return 'String';
    case 'boolean':
      return 'Bool';
    case 'number':
      return numberShape(value).element;
    case 'object':
      return Array.isArray(value) ? undefined : 'JSON';
    default:
      return undefined;
  }
}
