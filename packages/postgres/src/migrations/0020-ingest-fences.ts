/**
 * The number of times each partition of the ingest log has been claimed. If a worker stalls while another one claims
 * its partition, it has an older number, and its transaction is rejected.
 */
export const ingestFences = {
  id: 20,
  name: 'ingest-fences',
  sql: `
    CREATE TABLE IF NOT EXISTS ingest_fences (
      partition integer PRIMARY KEY,
      token bigint NOT NULL
    );
  `,
} as const;
