import { createLogger } from '@tidemark/platform';
import type { DefinitionDocuments } from './definition-documents';
import { HEARTBEAT } from '../http/event-stream';
import { definitionsEvent } from './server-sent-events';
import { createStreamHub } from './stream-hub';

const settle = () => new Promise<void>((resolve) => setImmediate(resolve));
const version = 1;

/** The latest definitions of any project; `hold` makes readers wait. */
function fakeDocuments() {
  let etag = 'a';
  let gate = Promise.resolve();
  const documents = {
    get: async () => {
      await gate;
      return { body: Buffer.alloc(0), etag, version };
    },
  } as unknown as DefinitionDocuments;
  return {
    documents,
    change: (to: string) => {
      etag = to;
    },
    hold: () => {
      let release = (): void => undefined;
      gate = new Promise((resolve) => {
        release = resolve;
      });
      return () => release();
    },
  };
}

function aClient() {
  const heard: string[] = [];
  const client = {
    heard,
    welcome: true,
    ended: false,
    send: (text: string) => heard.push(text),
    end: () => {
      client.ended = true;
    },
    isWelcome: () => Promise.resolve(client.welcome),
  };
  return client;
}

describe('a hub of streams', () => {
  const eventOf = (etag: string) => definitionsEvent({ etag, version });
  const stored = fakeDocuments();
  const open = (maxStreams = 10) =>
    createStreamHub({
      documents: stored.documents,
      maxStreams,
      heartbeatMs: 15_000,
      logger: createLogger('test', 'silent'),
    });

  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['setImmediate', 'nextTick', 'queueMicrotask'] });
    stored.change('a');
  });
  afterEach(() => jest.useRealTimers());

  it('sends the tag of the definitions at once, unless the client has them', async () => {
    const hub = open();
    const [fresh, back, behind] = [aClient(), aClient(), aClient()];
    hub.join(1, fresh, null);
    hub.join(1, back, 'a');
    hub.join(1, behind, 'old');
    await settle();
    expect([fresh.heard, back.heard, behind.heard]).toEqual([[eventOf('a')], [], [eventOf('a')]]);
    hub.close();
  });

  it('reports changes to the clients of the project, and only changes', async () => {
    const hub = open();
    const [here, elsewhere] = [aClient(), aClient()];
    hub.join(1, here, 'a');
    hub.join(2, elsewhere, 'a');
    await settle();
    hub.changed(1);
    await settle();
    stored.change('b');
    hub.changed(1);
    await settle();
    expect([here.heard, elsewhere.heard]).toEqual([[eventOf('b')], []]);
    hub.close();
  });

  it('sends the newest of several quick changes last', async () => {
    const hub = open();
    const client = aClient();
    hub.join(1, client, 'a');
    await settle();
    const release = stored.hold();
    hub.changed(1);
    stored.change('b');
    hub.changed(1);
    stored.change('c');
    hub.changed(1);
    release();
    await settle();
    expect(client.heard).toEqual([eventOf('c')]);
    hub.close();
  });

  it('sends heartbeats, finds changes that were not announced, and disconnects clients with a revoked key', async () => {
    const hub = open();
    const [stays, goes] = [aClient(), aClient()];
    hub.join(1, stays, 'a');
    hub.join(1, goes, 'a');
    await settle();
    goes.welcome = false;
    stored.change('b');
    jest.advanceTimersByTime(15_000);
    await settle();
    expect(stays.heard).toEqual(expect.arrayContaining([HEARTBEAT, eventOf('b')]));
    expect([stays.ended, goes.ended, hub.count()]).toEqual([false, true, 1]);
    hub.close();
  });

  it('leaves streams for other projects when one project opens as many as it can', () => {
    const hub = open(200);
    let opened = 0;
    while (hub.join(1, aClient(), 'a') !== null) opened += 1;
    expect(opened).toBeGreaterThanOrEqual(190);
    expect(opened).toBeLessThan(200);
    expect(hub.join(2, aClient(), 'a')).not.toBeNull();
    hub.close();
  });

  it('limits the open streams, and accepts no client once it is closed', () => {
    const hub = open(1);
    const client = aClient();
    const leave = hub.join(1, client, 'a');
    expect(hub.join(2, aClient(), 'a')).toBeNull();
    leave?.();
    expect(hub.join(2, client, 'a')).not.toBeNull();
    hub.close();
    expect([client.ended, hub.count(), hub.join(1, aClient(), 'a')]).toEqual([true, 0, null]);
  });
});
