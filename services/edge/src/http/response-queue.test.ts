import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import type { EdgeResponse } from './edge-response';
import { text } from './edge-response';
import { createResponseQueue } from './response-queue';

function exchange(): [IncomingMessage, ServerResponse] {
  const request = new IncomingMessage(new Socket());
  return [request, new ServerResponse(request)];
}

it('sends the responses of one turn of the event loop together at its end, in order', async () => {
  const sent: string[] = [];
  const queue = createResponseQueue(
    (_request, _response, { body }) => sent.push(String(body)),
    () => sent.push('failed'),
  );
  queue(...exchange(), text(200, 'a'));
  queue(...exchange(), text(200, 'b'));
  expect(sent).toEqual([]);
  await turn();
  expect(sent).toEqual(['a', 'b']);
  queue(...exchange(), text(200, 'c'));
  await turn();
  expect(sent).toEqual(['a', 'b', 'c']);
});

it('sends the responses after one that cannot be sent', async () => {
  const sent: EdgeResponse[] = [];
  const failed: unknown[] = [];
  const [request, response] = exchange();
  const queue = createResponseQueue(
    (_request, _response, result) => {
      if (result.status === 500) throw new Error('invalid header');
      sent.push(result);
    },
    (error, of) => failed.push([error, of]),
  );
  queue(request, response, text(500, ''));
  queue(...exchange(), text(200, 'later'));
  await turn();
  expect(failed).toEqual([[new Error('invalid header'), response]]);
  expect(sent).toEqual([text(200, 'later')]);
});
