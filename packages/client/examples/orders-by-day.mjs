// Counts an event by day: node orders-by-day.mjs "order paid"
import { createClient } from '@tidemark/client';

const {
  TIDEMARK_HOST: host,
  TIDEMARK_API_KEY: apiKey,
  TIDEMARK_PROJECT_ID: projectId,
} = process.env;
const tidemark = createClient({ host, apiKey, projectId });

const { results } = await tidemark.query({
  kind: 'TrendsQuery',
  series: [{ kind: 'EventsNode', event: process.argv[2] }],
  dateRange: { date_from: '-7d' },
});
for (const { days, data } of results) {
  days.forEach((day, at) => console.log(`${day} ${data[at]}`));
}
