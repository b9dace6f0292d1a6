/**
 * Options of Node.js for services. The young generation of the heap is 16 MB by default, which is much less than the
 * memory of a range of events, so that copying surviving objects took a fifth of the ingest-worker's CPU.
 */
export const SERVICE_NODE_FLAGS: readonly string[] = ['--max-semi-space-size=64'];
