export { createFlagReferenceScans } from './reference-scans';
export type { FlagReferenceScan, FlagReferenceScans } from './reference-scans';
