import type { AlertMail } from '@tidemark/postgres';
import { alertMessage } from './alert-message';

const MAIL: AlertMail = {
  notificationId: 'n',
  projectId: 1,
  projectName: 'Shop',
  timezone: 'Europe/Berlin',
  alertName: 'Orders',
  insightName: 'Orders by plan',
  insightShortId: 'abc',
  change: 'begun',
  reason: null,
  value: 3,
  lower: 10,
  upper: null,
  createdAt: new Date('2026-11-28T03:00:00Z'),
  attempts: 0,
  recipients: ['ann@example.com'],
};

it.each<[Partial<AlertMail>, string]>([
  [{}, 'The value is 3, below 10.'],
  [{ value: null }, 'The value is missing, below 10.'],
  [{ value: Infinity, lower: null, upper: 0.5 }, 'The value has grown from 0, above 0.5.'],
  [{ change: 'ended', reason: 'value', value: 12 }, 'The value is 12, within its bounds again.'],
  // The values of a breakdown have no single number.
  [{ change: 'ended', reason: 'value', value: null }, 'All values are within their bounds again.'],
])('the e-mail of %j begins with a sentence', (changes, sentence) => {
  const { text } = alertMessage({ ...MAIL, ...changes }, null);
  expect(text.split('\n')[0]).toBe(sentence);
  expect(text).toContain('Checked: 2026-11-28 04:00 (Europe/Berlin)');
});
