/**
 * How Node is started for a service. Its heap's young generation is 16 MB by default: a range of events
 * outlives that many times over, and copying survivors was a fifth of the ingest-worker's CPU.
 */
export const SERVICE_NODE_FLAGS: readonly string[] = ['--max-semi-space-size=64'];
