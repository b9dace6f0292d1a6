import type { AddressInfo } from 'node:net';
import { waitUntil } from '@tidemark/testing';
import { SMTPServer } from 'smtp-server';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

interface Mail {
  readonly from: string;
  readonly to: readonly string[];
  readonly text: string;
}

let world: World;
let server: SMTPServer;
const mails: Mail[] = [];
let rejection: (Error & { responseCode?: number }) | null = null;

beforeAll(async () => {
  server = new SMTPServer({
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
  world = await openWorld();
  await world.deliver({
    SMTP_URL: `smtp://user:p%40ss@127.0.0.1:${port}`,
    SMTP_FROM: 'Tidemark <sender@example.com>',
  });
});
afterAll(async () => {
  await world.close();
  await new Promise<void>((resolve) => server.close(() => resolve()));
});

const email = (to: string) => ({
  templateId: 'template-email',
  inputs: {
    to: { value: to },
    subject: { value: 'Sum {event.properties.sum}\r\nBcc: eve@example.com' },
    text: { value: 'Hello {person.name}' },
    html: { value: '<b>{event.properties.note}</b>' },
  },
});

it('sends an e-mail with the values of the event, which add no header', async () => {
  const destination = await world.destination(email('a@example.com, b@example.com'));
  const uuid = await world.event({ properties: { sum: 5, note: '<i>5</i>' } });
  const delivery = await world.note(destination, uuid);
  await waitUntil(() => expect(mails).toHaveLength(1));
  const [mail] = mails;
  expect(mail).toMatchObject({
    from: 'sender@example.com',
    to: ['a@example.com', 'b@example.com'],
  });
  expect(mail?.text).toContain('Hello ann@example.com');
  expect(mail?.text).toContain('<b>&lt;i&gt;5&lt;/i&gt;</b>');
  expect(mail?.text).toContain(`Message-ID: <${delivery}@tidemark>`);
  expect(mail?.text).not.toMatch(/^Bcc:/m);
  await waitUntil(async () => {
    expect((await world.run(destination))[0]).toMatchObject({
      state: 'delivered',
      latestAttempt: { request: { to: 'a@example.com, b@example.com' } },
    });
  });
});

it('ends a mail that the server rejects for good', async () => {
  rejection = Object.assign(new Error('no such mailbox'), { responseCode: 550 });
  const destination = await world.destination(email('nobody@example.com'));
  await world.note(destination, await world.event());
  await waitUntil(async () => {
    const [run] = await world.run(destination);
    expect(run).toMatchObject({ state: 'failed', attempts: 1 });
    expect(run?.latestAttempt?.error).toContain('no such mailbox');
  });
  rejection = null;
});
