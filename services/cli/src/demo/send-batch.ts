import { setTimeout as sleep } from 'node:timers/promises';
import type { ShopEvent } from '@tidemark/demo';
import { plainMessage } from '@tidemark/platform';
import { CommandError, EXIT } from '../exit-codes';

/** The statuses of a busy edge, after which the batch is sent again. */
const BUSY = [429, 503];
const TRIES = 8;
const FIRST_WAIT_MS = 500;

/**
 * Sends events to capture, and repeats the request while the edge is busy.
 *
 * @param url the address of Tidemark
 * @throws CommandError if the events are not accepted
 */
export async function sendBatch(
  url: string,
  token: string,
  batch: readonly ShopEvent[],
): Promise<void> {
  const body = JSON.stringify({ api_key: token, historical_migration: true, batch });
  for (let tries = 1; ; tries += 1) {
    const response = await fetch(new URL('/batch/', url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    }).catch((error: unknown) => {
      const reason = plainMessage(error);
      throw new CommandError(`${url} cannot be reached: ${reason}. Correct --url.`, EXIT.failed);
    });
    const text = await response.text();
    if (response.ok) return;
    if (!BUSY.includes(response.status) || tries === TRIES) {
      const reason = `${response.status} ${text.slice(0, 200)}`;
      throw new CommandError(
        `the events could not be sent: ${reason}. Run demo --remove, then demo again.`,
        EXIT.failed,
      );
    }
    await sleep(FIRST_WAIT_MS * 2 ** (tries - 1));
  }
}
