export type { Draft, Drafted, Taxonomy, Unclear } from './draft';
export { draftQuery } from './draft-query';
