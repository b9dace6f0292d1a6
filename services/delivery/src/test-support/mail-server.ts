import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

interface ReceivedMail {
  readonly from: string;
  readonly to: readonly string[];
  /** The message as it was sent, with its headers. */
  readonly text: string;
}

/** A mail server that keeps what it receives. */
export async function startMailServer() {
  const mails: ReceivedMail[] = [];
  let rejection: (Error & { responseCode?: number }) | null = null;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onAuth: ({ username, password }, _session, callback) =>
      username === 'user' && password === 'p@ss'
        ? callback(null, { user: username })
        : callback(new Error('wrong password')),
    onRcptTo: (_address, _session, callback) => callback(rejection),
    onData: (stream, { envelope }, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        mails.push({
          from: envelope.mailFrom === false ? '' : envelope.mailFrom.address,
          to: envelope.rcptTo.map(({ address }) => address),
          text: Buffer.concat(chunks).toString('utf8'),
        });
        callback();
      });
    },
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.server.address() as AddressInfo;
  return {
    mails,
    /** The environment of a delivery service that sends through this server. */
    environment: {
      SMTP_URL: `smtp://user:p%40ss@127.0.0.1:${port}`,
      SMTP_FROM: 'Tidemark <sender@example.com>',
    },
    /** Rejects recipients with this code and reason from now on; null: accepts them again. */
    reject(given: { readonly responseCode: number; readonly reason: string } | null): void {
      rejection =
        given && Object.assign(new Error(given.reason), { responseCode: given.responseCode });
    },
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}

export type MailServer = Awaited<ReturnType<typeof startMailServer>>;
