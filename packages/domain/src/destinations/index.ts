export { actionDestinationId, deliveryId, warningIssueId } from './delivery-id';
export { compileSource, indexSources } from './source';
export type { CompiledSource, SourceContext, SourceFilters, SourceIndex } from './source';
export { problemOfLiveFilter, problemOfLiveSteps } from './undecidable';
