import { problemOfUrl } from '../input-problems';
import type { DestinationTemplate } from './template';
import { asIs, jsonRequest } from './template';

const WEBHOOK_URL = {
  key: 'webhookUrl',
  type: 'string',
  label: 'Webhook URL',
  description: 'Whoever has it can post there: it is stored encrypted',
  secret: true,
  required: true,
} as const;

/** Longer texts are rejected by Slack and Discord, so that an event with a long property could never be delivered. */
const MAX_SLACK_TEXT = 40_000;
const MAX_SLACK_SECTION = 3_000;
const MAX_DISCORD_CONTENT = 2_000;

/** A text of at most so many characters; other values are returned as they are. */
function shortened(value: unknown, most: number): unknown {
  if (typeof value !== 'string' || value.length <= most) return value;
  return `${value.slice(0, most - 1).toWellFormed()}…`;
}

/** A block of Slack whose own text is not too long. */
function withShortText(block: unknown): unknown {
  const { text } = (block ?? {}) as { readonly text?: { readonly text?: unknown } | null };
  if (typeof text?.text !== 'string') return block;
  const own = { ...text, text: shortened(text.text, MAX_SLACK_SECTION) };
  return { ...(block as object), text: own };
}

/** Escapes the characters of Slack's markup, so that a value cannot mention a channel. */
const forSlack = (text: string): string =>
  text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');

/** Posts to an incoming webhook of Slack. */
export const slack: DestinationTemplate = {
  id: 'template-slack',
  name: 'Slack',
  description: 'Posts a message by an incoming webhook of Slack',
  iconUrl: '/static/services/slack.png',
  hog: "fetch(inputs.webhookUrl, {'method': 'POST', 'body': {'text': inputs.text, 'blocks': inputs.blocks}})",
  inputs: [
    WEBHOOK_URL,
    {
      key: 'text',
      type: 'string',
      label: 'Text',
      secret: false,
      required: true,
      default: "{person.name} triggered event: '{event.event}'",
    },
    { key: 'blocks', type: 'json', label: 'Blocks', secret: false, required: false },
    { key: 'username', type: 'string', label: 'User name', secret: false, required: false },
    { key: 'icon_emoji', type: 'string', label: 'Icon', secret: false, required: false },
  ],
  escape: (input) => (input === 'text' || input === 'blocks' ? forSlack : asIs),
  problemOf: problemOfChat,
  request(delivery) {
    const { webhookUrl, text, blocks, username, icon_emoji: icon } = delivery.inputs;
    return jsonRequest(delivery, webhookUrl, {
      text: shortened(text, MAX_SLACK_TEXT),
      ...(Array.isArray(blocks) &&
        blocks.length > 0 && { blocks: (blocks as unknown[]).map(withShortText) }),
      ...(present(username) && { username }),
      ...(present(icon) && { icon_emoji: icon }),
    });
  },
};

/** Posts to a webhook of a Discord channel. Inserted values cannot mention (notify) users. */
export const discord: DestinationTemplate = {
  id: 'template-discord',
  name: 'Discord',
  description: 'Posts a message to a channel of Discord',
  iconUrl: '/static/services/discord.png',
  hog: "fetch(inputs.webhookUrl, {'method': 'POST', 'body': inputs.content})",
  posthogSources: ['ed4e2f0b2e386a53f0490a40dab9e8be81c270442bcf1485d15ebd3d0d352d0e'],
  inputs: [
    WEBHOOK_URL,
    {
      key: 'content',
      type: 'json',
      label: 'Content',
      secret: false,
      required: true,
      default: { content: "**{person.name}** triggered event: '{event.event}'" },
    },
  ],
  escape: () => asIs,
  problemOf: problemOfChat,
  request(delivery) {
    const { webhookUrl, content } = delivery.inputs;
    const body: { readonly content?: unknown } =
      typeof content === 'string' ? { content } : (content as object);
    return jsonRequest(delivery, webhookUrl, {
      allowed_mentions: { parse: [] },
      ...body,
      ...(body.content !== undefined && { content: shortened(body.content, MAX_DISCORD_CONTENT) }),
    });
  },
};

/**
 * Posts an adaptive card to a webhook of Microsoft Teams. A workflow (Power Automate) shows only cards: it accepts other
 * bodies with 202 and posts nothing.
 */
export const teams: DestinationTemplate = {
  id: 'template-microsoft-teams',
  name: 'Microsoft Teams',
  description: 'Posts a message to a channel of Microsoft Teams',
  iconUrl: '/static/services/microsoft-teams.png',
  hog: "fetch(inputs.webhookUrl, {'method': 'POST', 'body': {'type': 'message', 'attachments': [adaptiveCard(inputs.content)]}})",
  posthogSources: [
    '635e1a6aa9cb57cdbdfdda78263955fe137d6af9fd3a24f8b8644fe9879af70d',
    'b3be6fb066a5e78022046396b634506ac51d9266441c7af2fec7434f7270d937',
  ],
  inputs: [
    WEBHOOK_URL,
    {
      key: 'content',
      type: 'string',
      label: 'Content',
      secret: false,
      required: true,
      default: "**{person.name}** triggered event: '{event.event}'",
    },
    {
      key: 'text',
      type: 'string',
      label: 'Text',
      description: 'The name of the content in later versions of PostHog: used instead of it',
      secret: false,
      required: false,
    },
  ],
  escape: () => asIs,
  problemOf: problemOfChat,
  request(delivery) {
    const { webhookUrl, content, text } = delivery.inputs;
    return jsonRequest(delivery, webhookUrl, {
      type: 'message',
      attachments: [adaptiveCard(present(text) ? text : content)],
    });
  },
};

/** An attachment with one block of text, which may contain Markdown. */
function adaptiveCard(text: unknown): object {
  return {
    contentType: 'application/vnd.microsoft.card.adaptive',
    contentUrl: null,
    content: {
      $schema: 'http://adaptivecards.io/schemas/adaptive-card.json',
      type: 'AdaptiveCard',
      version: '1.2',
      body: [{ type: 'TextBlock', text: String(text), wrap: true }],
    },
  };
}

function problemOfChat(input: string, value: unknown): string | null {
  if (input === 'webhookUrl') return problemOfUrl(value);
  if (input !== 'content') return null;
  const isMessage =
    typeof value === 'string' || (typeof value === 'object' && !Array.isArray(value));
  return isMessage ? null : 'A text or an object is expected.';
}

function present(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}
