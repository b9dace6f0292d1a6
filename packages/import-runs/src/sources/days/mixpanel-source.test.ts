import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import type { Server } from 'node:http';
import { createOutboundGuard } from '@tidemark/platform';
import { ImportSourceError } from '../source';
import { openMixpanelSource } from './mixpanel-source';

/** The body of each day. */
let days: Record<string, string>;
let server: Server;
const guard = createOutboundGuard({ allowPrivate: true });
beforeAll(async () => {
  server = createServer(({ url = '' }, response) => {
    const day = new URL(url, 'http://localhost').searchParams.get('from_date') ?? '';
    response.end(days[day]);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => {
  guard.close();
  server.close();
});

async function cursors(seen: unknown[]): Promise<void> {
  const { port } = server.address() as AddressInfo;
  const address = { projectId: '7', user: 'u', secret: 's', from: '2025-01-01', to: '2025-01-02' };
  const url = new URL(`http://127.0.0.1:${port}`);
  const source = openMixpanelSource({ guard, allowHttp: true }, { ...address, url });
  const { signal } = new AbortController();
  for (const stream of await source.streams(signal)) {
    for await (const { cursor } of stream.pages(null, signal))
      if (cursor !== null) seen.push(cursor);
  }
}

const EVENT = '{"event":"e","properties":{"time":1735689600,"distinct_id":"u"}}\n';

it.each(['terminated early', 'export terminated early\n'])(
  'a day of which Mixpanel has only written the beginning is not complete: %j',
  async (end) => {
    days = { '2025-01-01': EVENT, '2025-01-02': EVENT + end };
    const seen: unknown[] = [];
    await expect(cursors(seen)).rejects.toThrow(
      new ImportSourceError(
        'The source ended the export of 2025-01-02 early. Start the import again.',
      ),
    );
    expect(seen).toEqual([{ from: '2025-01-01', day: '2025-01-01' }]);
  },
);

it('an event with these words is one', async () => {
  days = { '2025-01-01': EVENT.replace('"e"', '"terminated early"'), '2025-01-02': '' };
  const seen: unknown[] = [];
  await cursors(seen);
  expect(seen).toHaveLength(2);
});
