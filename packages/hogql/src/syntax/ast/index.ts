/**
 * The HogQL syntax tree: plain data, one `type` tag per node, positions on every node.
 * Shapes follow the node list in `docs/wire/hogql.md#ast-nodes` so that the official parser can
 * serve as an oracle in tests. Offsets are UTF-16 code units into the source text; `end` is exclusive.
 */
export type * from './expressions';
export type * from './operators';
export type * from './statements';
