import { waitUntil } from '@tidemark/testing';
import type { MailServer } from './test-support/mail-server';
import { startMailServer } from './test-support/mail-server';
import type { World } from './test-support/world';
import { openWorld } from './test-support/world';

let world: World;
let server: MailServer;

beforeAll(async () => {
  server = await startMailServer();
  world = await openWorld();
  await world.deliver(server.environment);
});
afterAll(async () => {
  await world.close();
  await server.close();
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
  await waitUntil(() => expect(server.mails).toHaveLength(1));
  const [mail] = server.mails;
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
  server.reject({ responseCode: 550, reason: 'no such mailbox' });
  const destination = await world.destination(email('nobody@example.com'));
  await world.note(destination, await world.event());
  await waitUntil(async () => {
    const [run] = await world.run(destination);
    expect(run).toMatchObject({ state: 'failed', attempts: 1 });
    expect(run?.latestAttempt?.error).toContain('no such mailbox');
  });
  server.reject(null);
});
