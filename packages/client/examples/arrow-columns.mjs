// Reads a result as Arrow, batch by batch: node arrow-columns.mjs
import { createClient } from '@tidemark/client';
import { RecordBatchReader } from 'apache-arrow';

const {
  TIDEMARK_HOST: host,
  TIDEMARK_API_KEY: apiKey,
  TIDEMARK_PROJECT_ID: projectId,
} = process.env;
const tidemark = createClient({ host, apiKey, projectId });

const stream = await tidemark.stream(
  {
    kind: 'HogQLQuery',
    query: 'SELECT event, count() AS total FROM events GROUP BY event ORDER BY event',
  },
  'arrow',
);
for await (const batch of await RecordBatchReader.from(stream)) {
  for (const row of batch) console.log(`${row.event} ${row.total}`);
}
