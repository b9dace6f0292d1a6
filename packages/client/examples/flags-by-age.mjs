// Lists all flags of a project, the oldest first: node flags-by-age.mjs
import { createClient } from '@tidemark/client';

const {
  TIDEMARK_HOST: host,
  TIDEMARK_API_KEY: apiKey,
  TIDEMARK_PROJECT_ID: projectId,
} = process.env;
const tidemark = createClient({ host, apiKey, projectId });

const flags = [];
const route = '/api/projects/{project_id}/feature_flags/';
// Each page has two flags; the loop reads the next page when it needs it.
for await (const flag of tidemark.list(route, { query: { limit: 2 } })) flags.push(flag);
flags.sort((a, b) => a.created_at.localeCompare(b.created_at));
for (const { key, active } of flags) console.log(`${key} ${active ? 'on' : 'off'}`);
