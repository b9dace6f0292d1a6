import type { ReportInsight } from '@tidemark/contracts';
import type { HttpDelivery } from '@tidemark/destinations';
import type { SubscriptionMessage } from './message';
import { insightsLeftOut, leftOut } from './message';
import { textTable } from './text-table';

/** Limits of Slack: of the text of a section, and of a plain text of a header. */
const MAX_SECTION = 3_000;
const MAX_HEADER = 150;
const MAX_CELL = 24;

/** The request to an incoming webhook of Slack: blocks with charts, where they have an address, and tables. */
export function slackMessage(message: SubscriptionMessage, url: string): HttpDelivery {
  const { title, report, projectName, links } = message;
  const rest = insightsLeftOut(report);
  const blocks = [
    { type: 'header', text: { type: 'plain_text', text: title.slice(0, MAX_HEADER) } },
    context(`${linked(report.resource.name, links.resource)} · ${escaped(projectName)}`),
    ...(message.inviteMessage === null ? [] : [section(escaped(message.inviteMessage))]),
    ...report.insights.flatMap((insight, index) => insightBlocks(message, insight, index)),
    ...(rest === null ? [] : [context(escaped(rest))]),
    ...(links.subscription === null
      ? []
      : [context(linked('Change the subscription', links.subscription))]),
  ];
  return {
    kind: 'http',
    method: 'POST',
    url,
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text: escaped(title), blocks, unfurl_links: false }),
  };
}

function insightBlocks(
  { links, charts }: SubscriptionMessage,
  insight: ReportInsight,
  index: number,
): object[] {
  const hasChart = charts.some(({ position }) => position === index);
  const picture = hasChart ? links.chart(index, 'png') : null;
  return [
    section(`*${linked(insight.name, links.insight(insight.short_id))}*`),
    ...(picture === null
      ? []
      : [
          {
            type: 'image',
            image_url: picture,
            alt_text: `Chart of ${insight.name}`.slice(0, 2_000),
          },
        ]),
    ...numbers(insight),
  ];
}

function numbers({ table, query_error }: ReportInsight): object[] {
  if (table === null) return [section(escaped(query_error ?? ''))];
  const lines = textTable(table, MAX_CELL).split('\n');
  const kept: string[] = [];
  let room = MAX_SECTION - 100;
  for (const line of lines) {
    room -= escaped(line).length + 1;
    if (room < 0) break;
    kept.push(line);
  }
  const rest = leftOut({
    ...table,
    rows_left_out: table.rows_left_out + lines.length - kept.length,
  });
  // Three backticks would end the block.
  const text = escaped(kept.join('\n')).replaceAll('```', "'''");
  return [section(`\`\`\`\n${text}\n\`\`\``), ...(rest === null ? [] : [context(escaped(rest))])];
}

function section(text: string): object {
  return { type: 'section', text: { type: 'mrkdwn', text: text.slice(0, MAX_SECTION) } };
}

function context(text: string): object {
  return { type: 'context', elements: [{ type: 'mrkdwn', text: text.slice(0, MAX_SECTION) }] };
}

/** Formats a link for Slack; a bar or a bracket would end its text. */
function linked(text: string, link: string | null): string {
  const shown = escaped(text.replaceAll('|', '¦'));
  return link === null ? shown : `<${link}|${shown}>`;
}

/** Escapes the three characters that Slack reserves. */
function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
