import type { MailDelivery } from '@tidemark/destinations';
import { createTransport } from 'nodemailer';
import type { SendResult } from './send-result';
import { failed } from './send-result';

/** The operator's mail server. */
export interface MailSender {
  send(mail: MailDelivery): Promise<SendResult>;
  close(): void;
}

/** Whether a code of a mail server is a permanent failure: 5xx (RFC 5321, 4.2.1). */
const isPermanent = (code: unknown): boolean => typeof code === 'number' && code >= 500;

/** @param url unset: no mail can be sent */
export function createMailSender(
  url: string | undefined,
  from: string,
  timeoutMs: number,
): MailSender {
  if (url === undefined) {
    return {
      send: () => Promise.resolve(failed('This server has no mail server (SMTP_URL).', true)),
      close: () => undefined,
    };
  }
  const { protocol, hostname, port, username, password } = new URL(url);
  const isTls = protocol === 'smtps:';
  const transport = createTransport({
    pool: true,
    maxConnections: 4,
    host: hostname,
    port: port === '' ? (isTls ? 465 : 587) : Number(port),
    secure: isTls,
    ...(username !== '' && {
      auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    }),
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    async send({ id, to, subject, text, html, pictures = [], headers }) {
      try {
        const { response } = await transport.sendMail({
          from,
          to,
          subject,
          text,
          ...(html !== null && { html }),
          // The id is the same in each repetition, like the id of a webhook.
          messageId: `<${id}@tidemark>`,
          headers: { 'X-Tidemark-Delivery': id, ...headers },
          attachments: pictures.map(({ cid, png }) => ({
            cid,
            content: png,
            contentType: 'image/png',
            contentDisposition: 'inline' as const,
            filename: `${cid}.png`,
          })),
        });
        return { ...failed(''), isSuccess: true, error: null, response };
      } catch (error) {
        const { responseCode, message } = error as { responseCode?: unknown; message?: string };
        return failed(`The mail server reports: ${String(message)}`, isPermanent(responseCode));
      }
    },
    close: () => transport.close(),
  };
}
