import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';

const ROOT = join(__dirname, '../../../..');

/** The files that may open HTTP connections, and why each is safe. */
const REVIEWED: Readonly<Record<string, string>> = {
  'packages/warehouse/src/sources/bucket.ts': 'through the guard',
  'packages/warehouse/src/sources/web-file.ts': 'through the guard',
  'services/query-worker/src/exports/destinations/s3-target.ts': 'through the guard',
  'services/api/src/provider-login/guarded-fetch.ts': 'through the guard',
  'services/delivery/src/sending/send-http.ts': 'through the guard, no redirects',
  'packages/console/src/ui/paper/picture.ts': 'fonts and images of the page, from its own origin',
  'packages/destinations/src/templates/chats.ts': 'a text that is shown, not run',
  'packages/destinations/src/templates/replicator.ts': 'a text that is shown, not run',
  'packages/destinations/src/templates/webhook.ts': 'a text that is shown, not run',
  'services/api/src/query-drafts/language-model.ts': "the operator's address, no redirects",
  'services/standalone/src/front/sources.ts': 'our own processes, on loopback',
  'services/standalone/src/front/unavailable.ts': 'the script of a page, on its own origin',
  'services/standalone/src/front/proxy.ts': 'our own api, on loopback',
  'packages/console/src/api/client.ts': "the reader's browser, on its own origin",
  'packages/console/src/api/event-stream.ts': "the reader's browser, on its own origin",
  'packages/console/src/api/availability.ts': "the reader's browser, on its own origin",
  'services/cli/src/demo/send-batch.ts': "the operator's own product",
  'packages/clickhouse/src/create-clickhouse.ts': "the operator's address",
  'packages/client/src/client.ts': 'the product that the program names',
  'packages/client/src/transport.ts': 'the product that the program names',
  'packages/import-runs/src/sources/http/send-request.ts': 'through the guard, no redirects',
  'packages/import-runs/src/target/project-target.ts':
    "the installation's own api, at an address of the operator",
  'packages/kafka/src/client/reader.ts': "a fetch of Kafka's protocol from the operator's brokers",
  'packages/kafka/src/log/consumer.ts': "a fetch of Kafka's protocol from the operator's brokers",
  'packages/kafka/src/log/fetch-loop.ts': "a fetch of Kafka's protocol from the operator's brokers",
  'packages/mcp-tools/src/stdio/run.ts': "the user's own product, in the user's process",
  'services/cli/src/export/index.ts': "the operator's own product",
  'services/cli/src/flags/flags-api.ts': "the operator's own product",
  'services/cli/src/types/types-command.ts': "the operator's own product",
  'services/mcp/src/sessions/open-session.ts': "our own api, at the operator's address",
  'services/mcp/src/start.ts': "our own api, at the operator's address",
};
const OPENS =
  /\bfetch\(|new (\w+\.)?S3Client\(|createProxyServer\(|createClient\(|(http|https)\.(get|request)\(|import \{[^}]*\b(get|request)\b[^}]*\} from 'node:https?'|from '(undici|axios|got|node-fetch)'/;

function sources(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) {
      return ['node_modules', 'dist', 'test-support', 'contract'].includes(entry.name)
        ? []
        : sources(path);
    }
    return /\.ts$/.test(entry.name) && !/\.test\.ts$/.test(entry.name) ? [path] : [];
  });
}

it('no other file opens HTTP connections: hosts from users are checked by the guard', () => {
  const found = ['packages', 'services']
    .flatMap((folder) => sources(join(ROOT, folder)))
    .filter((path) => OPENS.test(readFileSync(path, 'utf8')))
    .map((path) => relative(ROOT, path));
  expect(found.sort()).toEqual(Object.keys(REVIEWED).sort());
});
