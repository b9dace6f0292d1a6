import { problemOfAddresses } from '../input-problems';
import type { DestinationTemplate } from './template';
import { asIs, forLine } from './template';

const forHtml = (text: string): string =>
  text
    .replace(/&/g, '&amp;')
    .replace(/</g, '&lt;')
    .replace(/>/g, '&gt;')
    .replace(/"/g, '&quot;')
    .replace(/'/g, '&#39;');

/** Sends e-mail with the server's SMTP connection; the operator configures the sender. */
export const email: DestinationTemplate = {
  id: 'template-email',
  name: 'E-mail',
  description: 'Sends an e-mail for each event',
  iconUrl: '/static/posthog-icon.svg',
  hog: "sendEmail({'to': inputs.to, 'subject': inputs.subject, 'text': inputs.text, 'html': inputs.html})",
  inputs: [
    {
      key: 'to',
      type: 'email',
      label: 'To',
      description: 'One address, or several with commas',
      secret: false,
      required: true,
    },
    {
      key: 'subject',
      type: 'string',
      label: 'Subject',
      secret: false,
      required: true,
      default: '{event.event}: {person.name}',
    },
    {
      key: 'text',
      type: 'string',
      label: 'Text',
      secret: false,
      required: true,
      default: "{person.name} triggered event '{event.event}' at {event.timestamp}",
    },
    { key: 'html', type: 'string', label: 'HTML', secret: false, required: false },
  ],
  escape: (input) => (input === 'html' ? forHtml : input === 'text' ? asIs : forLine),
  problemOf: (input, value) => (input === 'to' ? problemOfAddresses(value) : null),
  request: ({ id, inputs }) => ({
    kind: 'mail',
    id,
    to: String(inputs['to']),
    subject: String(inputs['subject']),
    text: String(inputs['text']),
    html: typeof inputs['html'] === 'string' && inputs['html'] !== '' ? inputs['html'] : null,
  }),
};
