import type { InputValues } from './render-delivery';

/** An action that posts messages. */
export interface PostingAction {
  readonly id: number;
  readonly name: string | null;
  /** `slack_message_format`; empty: the default format. */
  readonly messageFormat: string;
}

/** The stored configuration of a destination. */
export interface DestinationConfiguration {
  readonly templateId: string;
  readonly inputs: InputValues;
}

const DEFAULT_FORMAT = '[action.name] triggered by [person]';
/** A placeholder, or a bracket after a backslash, which is literal. */
const PLACEHOLDER = /\\([[\]])|\[([^[\]]+?)\]/g;

/** The placeholders of messages that are not the path of a property, with the templates that replace them. */
const NAMES: Readonly<Record<string, { readonly text: string; readonly url?: string }>> = {
  event: { text: '{event.name}', url: '{event.url}' },
  'event.link': { text: '{event.url}' },
  'event.event': { text: '{event.name}' },
  person: { text: '{person.name}', url: '{person.url}' },
  'person.link': { text: '{person.url}' },
  'user.name': { text: '{person.name}', url: '{person.url}' },
  'user.email': { text: '{person.properties.email}' },
  'user.distinct_id': { text: '{person.distinct_id}' },
  'user.time': { text: '{event.timestamp}' },
};

/**
 * The destination for an action with `post_to_slack`: it posts a message in the format of `slack_message_format`,
 * with the template for the service of the webhook's URL.
 * @param hasLinks whether the address of the console is known
 */
export function destinationOfAction(
  action: PostingAction,
  webhookUrl: string,
  hasLinks: boolean,
): DestinationConfiguration {
  const text = fill(action, null);
  const markdown = (link: Link) => fill(action, hasLinks ? link : null);
  const url = { webhookUrl: { value: webhookUrl } };
  switch (kindOf(webhookUrl)) {
    case 'slack': {
      const section = { type: 'mrkdwn', text: markdown((label, to) => `<${to}|${label}>`) };
      const blocks = { value: [{ type: 'section', text: section }], templating: 'hog' } as const;
      return {
        templateId: 'template-slack',
        inputs: { ...url, text: { value: text, templating: 'hog' }, blocks },
      };
    }
    case 'discord': {
      const content = { content: markdown(markdownLink) };
      return {
        templateId: 'template-discord',
        inputs: { ...url, content: { value: content, templating: 'hog' } },
      };
    }
    case 'teams':
      return {
        templateId: 'template-microsoft-teams',
        inputs: { ...url, content: { value: markdown(markdownLink), templating: 'hog' } },
      };
    case 'other': {
      const body = { text: markdown(markdownLink) };
      return {
        templateId: 'template-webhook',
        inputs: {
          url: { value: webhookUrl, templating: false },
          body: { value: body, templating: 'hog' },
        },
      };
    }
  }
}

/** Connectors of Microsoft Teams, and workflows (Power Automate), whose addresses have the other hosts. */
const TEAMS_HOST =
  /(^|\.)((office|office365|microsoft|powerautomate|powerplatform)\.com|logic\.azure\.com)$/;

type Link = (label: string, url: string) => string;
const markdownLink: Link = (label, url) => `[${label}](${url})`;

function kindOf(webhookUrl: string): 'slack' | 'discord' | 'teams' | 'other' {
  const host = URL.canParse(webhookUrl) ? new URL(webhookUrl).hostname : '';
  if (host === 'hooks.slack.com' || host === 'hooks.slack-gov.com') return 'slack';
  if (/(^|\.)discord(app)?\.com$/.test(host)) {
    // Discord's endpoint for clients of Slack takes the body of Slack.
    return /\/slack\/?$/.test(new URL(webhookUrl).pathname) ? 'other' : 'discord';
  }
  return TEAMS_HOST.test(host) ? 'teams' : 'other';
}

/** The message format with its placeholders replaced by placeholders of templates. */
function fill(action: PostingAction, link: Link | null): string {
  const format = action.messageFormat === '' ? DEFAULT_FORMAT : action.messageFormat;
  let result = '';
  let end = 0;
  for (const match of format.matchAll(PLACEHOLDER)) {
    result += escaped(format.slice(end, match.index));
    end = match.index + match[0].length;
    const [all, literal, name = ''] = match;
    result += literal ?? placeholder(name, action, link) ?? escaped(all);
  }
  return result + escaped(format.slice(end));
}

/** The template for a placeholder; null if it is unknown, and then not replaced. */
function placeholder(name: string, action: PostingAction, link: Link | null): string | null {
  const known = Object.hasOwn(NAMES, name) ? NAMES[name] : undefined;
  if (known !== undefined) {
    return known.url === undefined || link === null ? known.text : link(known.text, known.url);
  }
  const [root = '', ...rest] = name.split('.');
  switch (root) {
    case 'action':
    case 'source': {
      const url = `{project.url}/data-management/actions/${action.id}`;
      if (rest[0] === 'link') return url;
      const label = escaped(action.name ?? 'Action');
      return link === null ? label : link(label, url);
    }
    case 'groups':
      return groupPlaceholder(rest, link);
    case 'user':
      return path('event', ['properties', `$${rest[0] ?? ''}`, ...rest.slice(1)]);
    case 'event':
    case 'person':
      return path(root, rest);
    case 'properties':
      return path('event', ['properties', ...rest]);
    default:
      return null;
  }
}

/** `[groups.company]` is the name of the group with a link, `[groups.company.link]` the address alone. */
function groupPlaceholder(steps: readonly string[], link: Link | null): string | null {
  const [type, ...rest] = steps;
  if (type === undefined || type === '') return null;
  const url = path('groups', [type, 'url']);
  if (rest[0] === 'link') return url;
  if (rest.length > 0) return path('groups', steps);
  const name = path('groups', [type, 'name']);
  return name === null || url === null || link === null ? name : link(name, url);
}

function path(root: string, steps: readonly string[]): string | null {
  if (steps.some((step) => /["{}]/.test(step))) return null;
  return `{${root}${steps.map((step) => (/^[\w$]+$/.test(step) ? `.${step}` : `["${step}"]`)).join('')}}`;
}

function escaped(text: string): string {
  return text.replace(/[{}]/g, '\\$&');
}
