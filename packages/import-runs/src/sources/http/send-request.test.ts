import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createOutboundGuard } from '@tidemark/platform';
import { ImportDeniedError } from '../source';
import { sendForText } from './send-request';

const guard = createOutboundGuard({ allowPrivate: true });
afterAll(() => guard.close());

/** Starts a source whose first `times` responses have this status; further ones have status 200. */
async function startSource(status: number, times: number) {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    response.writeHead(requests > times ? 200 : status, { 'retry-after': '0' }).end('text');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  return {
    requests: () => requests,
    send: (signal: AbortSignal, onWait?: (until: Date | null) => Promise<void>) =>
      sendForText({ guard, allowHttp: true, onWait }, { url, headers: {} }, signal),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

it('repeats requests to a starting source long enough, even if it sends short waits', async () => {
  const source = await startSource(503, 9);
  try {
    const { signal } = new AbortController();
    expect(await source.send(signal)).toEqual({ status: 200, text: 'text' });
    expect(source.requests()).toBe(10);
  } finally {
    source.close();
  }
}, 60_000);

it('reports the end of each wait when it begins, and null when it is over', async () => {
  const source = await startSource(429, 2);
  const begun = Date.now();
  const waits: (number | null)[] = [];
  const onWait = (until: Date | null): Promise<void> => {
    waits.push(until === null ? null : until.getTime() - begun);
    return Promise.resolve();
  };
  try {
    await source.send(new AbortController().signal, onWait);
    expect(waits).toEqual([expect.any(Number), null, expect.any(Number), null]);
    // This source requests a wait of one second.
    expect(waits[0]).toBeGreaterThanOrEqual(1_000);
    expect(waits[2]).toBeGreaterThanOrEqual(2_000);
  } finally {
    source.close();
  }
});

it('repeats a request whose response is interrupted', async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests += 1;
    if (requests > 1) response.end('whole');
    else response.writeHead(200, { 'content-length': '5' }).write('wh', () => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  const { signal } = new AbortController();
  try {
    const deps = { guard, allowHttp: true };
    expect((await sendForText(deps, { url, headers: {} }, signal)).text).toBe('whole');
    expect(requests).toBe(2);
  } finally {
    server.closeAllConnections();
    server.close();
  }
});

it('does not repeat a request after a 401', async () => {
  const source = await startSource(401, 9);
  try {
    await expect(source.send(new AbortController().signal)).rejects.toThrow('it returned 401');
    expect(source.requests()).toBe(1);
  } finally {
    source.close();
  }
});

it.each([402, 403])(
  'a %p is an error of its own, after which other things may be read',
  async (status) => {
    const source = await startSource(status, 9);
    try {
      await expect(source.send(new AbortController().signal)).rejects.toThrow(ImportDeniedError);
      expect(source.requests()).toBe(1);
    } finally {
      source.close();
    }
  },
);

it('ends its wait when it is cancelled', async () => {
  const source = await startSource(429, 9);
  const cancel = new AbortController();
  try {
    const sending = source.send(cancel.signal);
    setTimeout(() => cancel.abort(), 100);
    await expect(sending).rejects.toThrow('aborted');
    expect(source.requests()).toBe(1);
  } finally {
    source.close();
  }
});
