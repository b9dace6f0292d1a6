import type { Migration } from './topology';
import { addColumn, materializeColumns } from './topology';

/** A value in quotes; a quote inside is escaped. */
const VALUE = String.raw`"(?:[^"\\]|\\.)*"`;
const KEY = String.raw`(?:attr__[^"=]*|[^":.;=]+)`;
/** As many elements of a chain are read as anywhere else. */
const MAX_ELEMENTS = 200;
/** Longer pairs of key and value are looked for in the chain itself. */
const MAX_PAIR_BYTES = 120;

/** A pattern as a literal in SQL. */
const literal = (pattern: string): string => `'${pattern.replaceAll('\\', '\\\\')}'`;

const ELEMENTS = `arraySlice(extractAll(elements_chain, ${literal(`(?:[^;"]|${VALUE})+`)}), 1, ${MAX_ELEMENTS})`;

/** Tag and classes of an element: all before the colon that its attributes follow; a class may have one, too. */
const HEADS = `arrayMap(e -> replaceRegexpOne(e, ${literal(`(?s):(?:${KEY}=".*)?$`)}, ''), ${ELEMENTS})`;

/**
 * What a selector can ask of an element's attributes and few values have. Classes are in the heads; no one
 * selects by whole styles.
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
 * Elements chains taken apart, so that selectors are matched without reading chains: the head of every element
 * (`button.btn.btn-primary`), attributes as they are written (`attr__type="submit"`), and of which element, from 1,
 * each of those is. Few different texts, many times: the engine compares numbers and matches a pattern once per
 * text. Older rows are worked out at every read until the engine has written them.
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
