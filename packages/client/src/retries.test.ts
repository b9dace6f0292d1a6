import fc from 'fast-check';
import { createClient, ConnectionError, NotFoundError, RateLimitError, ValidationError } from '.';
import { retryAfterOf } from './errors';
import { isRepeatable, retryingFetch } from './retries';

const NOW = Date.UTC(2026, 0, 1);

/** A server that sends these responses in turn, and a clock that records the waits. */
function scene(responses: readonly (Response | Error)[], options = {}) {
  const waits: number[] = [];
  let sent = 0;
  const clock = {
    now: () => NOW,
    random: () => 0.5,
    sleep: (ms: number, signal: AbortSignal) => {
      waits.push(ms);
      return signal.aborted ? Promise.reject(signal.reason as Error) : Promise.resolve();
    },
  };
  const send = async (request: Request): Promise<Response> => {
    await request.text();
    const next = responses[sent];
    sent += 1;
    if (next instanceof Error) throw next;
    if (next === undefined) throw new Error('no more responses');
    return next;
  };
  return { waits, sent: () => sent, clock, send, options };
}

const busy = (status: number, retryAfter?: string) =>
  new Response('{}', {
    status,
    headers: retryAfter === undefined ? {} : { 'retry-after': retryAfter },
  });
const url = 'http://host/api/projects/1/actions/';

describe('retryingFetch', () => {
  it('waits as long as Retry-After says, in seconds or until a date', async () => {
    const date = new Date(NOW + 7_000).toUTCString();
    const { waits, clock, send } = scene([busy(429, '2'), busy(503, date), new Response('ok')]);
    const response = await retryingFetch(send, {}, clock)(new Request(url));
    expect([await response.text(), waits]).toEqual(['ok', [2_000, 7_000]]);
  });

  it('waits a random time below a bound that doubles', async () => {
    const failed = new TypeError('fetch failed');
    const { waits, clock, send } = scene([failed, busy(502), busy(503), new Response('ok')]);
    await retryingFetch(send, { firstWaitMs: 100, maxWaitMs: 300 }, clock)(new Request(url));
    expect(waits).toEqual([50, 100, 150]);
  });

  it('repeats a request whose response was lost before it was read', async () => {
    const body = new ReadableStream({ start: (stream) => stream.error(new Error('lost')) });
    const { clock, send } = scene([new Response(body, { status: 503 }), new Response('ok')]);
    const response = await retryingFetch(send, {}, clock)(new Request(url));
    expect(await response.text()).toBe('ok');
  });

  it('has deleted what it does not find after an attempt whose result is unknown', async () => {
    const remove = new Request(url, { method: 'DELETE' });
    const missing = () => busy(404);
    const lost = () => new TypeError('fetch failed');
    const statusOf = async (method: string, responses: readonly (Response | Error)[]) => {
      const { clock, send } = scene(responses);
      const request = method === 'DELETE' ? remove.clone() : new Request(url, { method });
      return (await retryingFetch(send, {}, clock)(request)).status;
    };
    expect(await statusOf('DELETE', [lost(), missing()])).toBe(204);
    expect(await statusOf('DELETE', [busy(503), busy(429), missing()])).toBe(204);
    // Here it is known that no attempt before was processed.
    expect(await statusOf('DELETE', [missing()])).toBe(404);
    expect(await statusOf('DELETE', [busy(429), missing()])).toBe(404);
    expect(await statusOf('GET', [lost(), missing()])).toBe(404);
    expect(await statusOf('DELETE', [lost(), busy(403)])).toBe(403);
  });

  it('returns the last response after the last attempt, or if the wait is too long', async () => {
    const used = scene([busy(503), busy(503)]);
    const last = await retryingFetch(used.send, { retries: 1 }, used.clock)(new Request(url));
    expect([last.status, used.sent()]).toEqual([503, 2]);
    const long = scene([busy(429, '3600')]);
    const first = await retryingFetch(long.send, {}, long.clock)(new Request(url));
    expect([first.status, long.waits]).toEqual([429, []]);
  });

  it('sends a request only once if it may have an effect', async () => {
    const { clock, send, sent } = scene([busy(503), new Response('ok')]);
    const response = await retryingFetch(
      send,
      {},
      clock,
    )(new Request(url, { method: 'POST', body: '{}' }));
    expect([response.status, sent()]).toEqual([503, 1]);
    const broken = scene([new TypeError('fetch failed', { cause: new Error('ECONNRESET') })]);
    const lost = retryingFetch(
      broken.send,
      {},
      broken.clock,
    )(new Request(url, { method: 'PATCH' }));
    await expect(lost).rejects.toBeInstanceOf(ConnectionError);
    await expect(lost).rejects.toMatchObject({
      message: 'No response from the server: ECONNRESET',
    });
  });

  it('sends the same body again', async () => {
    const bodies: string[] = [];
    const { clock } = scene([]);
    const send = async (request: Request): Promise<Response> => {
      bodies.push(await request.text());
      return busy(bodies.length < 3 ? 503 : 200);
    };
    const request = new Request(url, { method: 'PUT', body: 'same' });
    await retryingFetch(send, {}, clock)(request);
    expect(bodies).toEqual(['same', 'same', 'same']);
  });

  it('stops waiting when the signal is aborted', async () => {
    const abort = new AbortController();
    const { clock, send } = scene([busy(503, '1'), new Response('ok')]);
    const request = new Request(url, { signal: abort.signal });
    const result = retryingFetch(
      async (sent) => {
        const response = await send(sent);
        abort.abort(new Error('no longer needed'));
        return response;
      },
      {},
      clock,
    )(request);
    await expect(result).rejects.toThrow('no longer needed');
  });

  it.each([
    ['GET', url, true],
    ['DELETE', url, true],
    ['POST', url, false],
    ['PATCH', url, false],
    ['POST', 'http://host/api/projects/1/query/', true],
    ['POST', 'http://host/api/projects/1/query/TrendsQuery/', true],
    ['POST', 'http://host/api/projects/1/query/downloads/', false],
    ['POST', 'http://host/api/projects/1/feature_flags/dry_run/', true],
  ])('%s %s may be repeated: %s', (method, at, expected) => {
    expect(isRepeatable({ method, url: at })).toBe(expected);
  });
});

describe('retryAfterOf', () => {
  it('returns null or a number of seconds ≥ 0 for any header', () => {
    fc.assert(
      fc.property(fc.string(), (header) => {
        const seconds = retryAfterOf(header, NOW);
        expect(seconds === null || seconds >= 0).toBe(true);
      }),
    );
  });
});

describe('errors', () => {
  const failing = (status: number, body: string, headers = {}) =>
    createClient({
      host: 'http://host',
      apiKey: 'phx_1',
      retry: { retries: 0 },
      fetch: () => Promise.resolve(new Response(body, { status, headers })),
    }).get('/api/projects/{project_id}/actions/');

  it('have a class and the fields of the wire format', async () => {
    const body = { type: 'validation_error', code: 'invalid_input', detail: 'No.', attr: 'name' };
    const error = await failing(400, JSON.stringify(body), { 'x-request-id': 'r1' }).catch(
      (caught: unknown) => caught,
    );
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({
      status: 400,
      ...body,
      message: 'No.',
      facts: { requestId: 'r1' },
    });
    await expect(failing(404, '{}')).rejects.toBeInstanceOf(NotFoundError);
    const limited = failing(429, '{}', { 'retry-after': '9' });
    await expect(limited).rejects.toMatchObject({ facts: { retryAfter: 9 } });
    await expect(failing(429, '{}')).rejects.toBeInstanceOf(RateLimitError);
  });

  it('name the status if a gateway responds with HTML', async () => {
    await expect(failing(502, '<h1>Bad gateway</h1>')).rejects.toMatchObject({
      status: 502,
      code: 'error',
      detail: 'The server responded with HTTP status 502.',
    });
  });
});
