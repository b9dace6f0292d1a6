export { createErasureRewrites } from './erasure-rewrites';
export type { ErasureRewrites, RewrittenStore } from './erasure-rewrites';
export { rewriteErasedTables } from './rewrite-tables';
export type { TableRewrite } from './rewrite-tables';
