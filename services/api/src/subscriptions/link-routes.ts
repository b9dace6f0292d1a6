import { withoutRecipient } from '@tidemark/domain';
import type { SubscriptionLinks } from '@tidemark/platform';
import { notFound, StreamedResponse } from '@tidemark/platform';
import { z } from 'zod';
import type { PublicRoute } from '../auth/routes';
import { publicRoute } from '../auth/routes';
import { parameter } from '../query-parameters';
import type { SubscriptionDeps } from './deps';

const UNSUBSCRIBE = '/api/unsubscribe/';
const CHARTS = '/api/subscription_charts/';
const query = z.object({ token: parameter('The token of the link in an e-mail.') });
const result = z.object({ success: z.boolean() });
const HTML = 'text/html; charset=utf-8';
const NOT_STORED = { 'Cache-Control': 'no-store' };

/** The routes to which the links in messages point. They need no credential: this server sealed the tokens. */
export function createSubscriptionLinkRoutes({
  links,
  subscriptions,
  subscriptionLog,
}: Pick<SubscriptionDeps, 'subscriptions' | 'subscriptionLog'> & {
  /** Null: this server makes no such links. */
  readonly links: SubscriptionLinks | null;
}): readonly PublicRoute[] {
  return [
    publicRoute({
      name: 'unsubscribe_retrieve',
      summary: 'Show the page that ends an e-mail subscription',
      description:
        'It asks for a confirmation: programs that check the links of an e-mail must not unsubscribe the recipient.',
      method: 'GET',
      path: UNSUBSCRIBE,
      query,
      streams: [HTML],
      handle: ({ url }) => {
        const token = url.searchParams.get('token') ?? '';
        const isValid = links !== null && links.readUnsubscribe(token) !== null;
        return Promise.resolve(
          new StreamedResponse(HTML, once(page(isValid ? token : null)), NOT_STORED),
        );
      },
    }),
    publicRoute({
      name: 'unsubscribe_create',
      summary: 'Remove the recipient of a link from its subscription',
      description: 'Mail programs call it with one click (RFC 8058).',
      method: 'POST',
      path: UNSUBSCRIBE,
      query,
      response: result,
      streams: [HTML],
      async handle({ url, header }) {
        const token = url.searchParams.get('token') ?? '';
        const link = links?.readUnsubscribe(token) ?? null;
        if (link !== null) {
          // A second click gets the same response.
          await subscriptions.unsubscribe(link.projectId, link.subscriptionId, (value) =>
            withoutRecipient(value, link.email),
          );
        }
        if (header('accept')?.includes('text/html') !== true) return { success: link !== null };
        const text = link === null ? EXPIRED : 'You will receive no more of these e-mails.';
        return new StreamedResponse(HTML, once(document(text)), NOT_STORED);
      },
    }),
    publicRoute({
      name: 'subscription_charts_retrieve',
      summary: 'A chart of a delivered message',
      method: 'GET',
      path: `${CHARTS}:file`,
      params: z.object({ file: z.string().regex(/^[\w.-]{1,1000}\.(png|svg)$/) }),
      streams: ['image/png', 'image/svg+xml'],
      rejections: [404],
      async handle({ params: { file } }) {
        const [token, format] = [file.slice(0, -4), file.slice(-3)];
        const link = links?.readChart(token) ?? null;
        const chart =
          link === null ? null : await subscriptionLog.findChart(link.deliveryId, link.position);
        if (chart === null) throw notFound('This link has expired.');
        const headers = { 'Cache-Control': 'private, max-age=86400' };
        return format === 'png'
          ? new StreamedResponse('image/png', once(chart.png), headers)
          : new StreamedResponse('image/svg+xml', once(chart.svg), headers);
      },
    }),
  ];
}

const EXPIRED = 'This link is not valid, or has expired. Newer e-mails contain another one.';

/** @param token null if the link is invalid; it consists of characters that need no escaping in HTML */
function page(token: string | null): string {
  if (token === null) return document(EXPIRED);
  return document(
    'Do you want to receive no more e-mails of this subscription?',
    `<form method="post" action="${UNSUBSCRIBE}?token=${encodeURIComponent(token)}"><button>Unsubscribe</button></form>`,
  );
}

function document(text: string, form = ''): string {
  return `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Unsubscribe</title></head><body><h1>Unsubscribe</h1><p>${text}</p>${form}</body></html>`;
}

async function* once(bytes: Buffer | string): AsyncIterable<Buffer | string> {
  yield await Promise.resolve(bytes);
}
