import type { Migration } from './topology';
import { addColumn, materializeColumns } from './topology';

/** A value in quotes; a quote inside is escaped. */
const VALUE = String.raw`"(?:[^"\\]|\\.)*"`;
const KEY = String.raw`(?:attr__[^"=]*|[^":.;=]+)`;
/** The maximum number of elements of a chain, the same as in all other code. */
const MAX_ELEMENTS = 200;
/** Queries search longer pairs of key and value in the chain itself. */
const MAX_PAIR_BYTES = 120;

/** Returns a pattern as a literal in SQL. */
const literal = (pattern: string): string => `'${pattern.replaceAll('\\', '\\\\')}'`;

const ELEMENTS = `arraySlice(extractAll(elements_chain, ${literal(`(?:[^;"]|${VALUE})+`)}), 1, ${MAX_ELEMENTS})`;

/** Tag and classes of an element: the text before the colon that precedes its attributes. Classes may contain colons. */
const HEADS = `arrayMap(e -> replaceRegexpOne(e, ${literal(`(?s):(?:${KEY}=".*)?$`)}, ''), ${ELEMENTS})`;

/**
 * The attributes that are stored: those that selectors use and that have few different values. Classes are in the
 * heads; selectors do not use whole styles.
 */
const IS_KEPT = `a -> startsWith(a, 'attr_') AND length(a) <= ${MAX_PAIR_BYTES}
  AND NOT startsWith(a, 'attr__class=') AND NOT startsWith(a, 'attr__style=') AND NOT startsWith(a, 'attr__id=')`;
const PAIRS = `arrayMap(e -> arrayFilter(${IS_KEPT}, extractAll(e, ${literal(`${KEY}=${VALUE}`)})), ${ELEMENTS})`;

const COLUMNS = [
  ['elements_chain_heads', `Array(LowCardinality(String)) MATERIALIZED ${HEADS}`],
  [
    'elements_chain_attributes',
    `Array(LowCardinality(String)) MATERIALIZED arrayFlatten(${PAIRS})`,
  ],
  [
    'elements_chain_places',
    `Array(UInt8) MATERIALIZED arrayFlatten(arrayMap((list, place) -> arrayMap(a -> place, list), ${PAIRS}, arrayEnumerate(${ELEMENTS})))`,
  ],
] as const;

/**
 * Parts of elements chains, with which selectors are matched without reading chains: the head of every element
 * (`button.btn.btn-primary`), attributes (`attr__type="submit"`), and the element, from 1, of each attribute. There are
 * few different texts, so the engine compares their numbers and matches a pattern once per text. For older rows, the
 * values are computed at every read until the engine has written them.
 */
export const chainParts: Migration = {
  id: 11,
  name: 'chain-parts',
  statements: (topology) => [
    ...COLUMNS.flatMap(([name, type]) =>
      addColumn(
        { table: 'events', name, type: `${type} CODEC(ZSTD(1))`, materialize: false },
        topology,
      ),
    ),
    materializeColumns(
      'events',
      COLUMNS.map(([name]) => name),
      topology,
    ),
  ],
};
