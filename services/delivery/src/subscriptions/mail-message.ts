import { createHash } from 'node:crypto';
import type { ReportInsight, ReportTable } from '@tidemark/contracts';
import type { MailDelivery } from '@tidemark/destinations';
import type { SubscriptionMessage } from './message';
import { cellText, insightsLeftOut, leftOut } from './message';
import { textTable } from './text-table';

/** The e-mail of a delivery to one recipient: HTML with pictures, and the same as a text. */
export function mailMessage(message: SubscriptionMessage, recipient: string): MailDelivery {
  const { deliveryId, report, charts, title, links } = message;
  const unsubscribe = links.unsubscribe(recipient);
  const kind = report.resource.type === 'insight' ? 'insight' : 'dashboard';
  return {
    kind: 'mail',
    id: `${deliveryId}.${recipientHash(recipient)}`,
    to: recipient,
    subject:
      message.trigger === 'target_change'
        ? `[Tidemark] You have been subscribed to the ${kind} ${title}`
        : `[Tidemark] ${title}`,
    text: text(message, unsubscribe),
    html: html(message, unsubscribe),
    pictures: charts.map(({ position, png }) => ({ cid: cidOf(deliveryId, position), png })),
    ...(unsubscribe !== null && {
      headers: {
        'List-Unsubscribe': `<${unsubscribe}>`,
        'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
      },
    }),
  };
}

function cidOf(deliveryId: string, position: number): string {
  return `chart-${position}-${deliveryId}@tidemark`;
}

/** Makes the ids of the e-mails of one delivery unique without an address in them. */
function recipientHash(recipient: string): string {
  return createHash('sha256').update(recipient.toLowerCase()).digest('hex').slice(0, 12);
}

function introduction({ trigger, inviteMessage, schedule }: SubscriptionMessage): string[] {
  if (trigger !== 'target_change') return [];
  return [
    `You have been subscribed. This message is ${schedule}.`,
    ...(inviteMessage ? [inviteMessage] : []),
  ];
}

function text(message: SubscriptionMessage, unsubscribe: string | null): string {
  const { report, projectName, links } = message;
  const insights = report.insights.flatMap((insight) => [
    insight.name,
    ...(insight.table === null ? [insight.query_error ?? ''] : textOf(insight.table)),
    ...linkLine(links.insight(insight.short_id)),
    '',
  ]);
  const rest = insightsLeftOut(report);
  return [
    ...introduction(message),
    `${report.resource.name} (${projectName})`,
    ...linkLine(links.resource),
    '',
    ...insights,
    ...(rest === null ? [] : [rest]),
    ...(links.subscription === null ? [] : [`Change the subscription: ${links.subscription}`]),
    ...(unsubscribe === null ? [] : [`Unsubscribe: ${unsubscribe}`]),
    '',
  ].join('\n');
}

function textOf(table: ReportTable): string[] {
  const rest = leftOut(table);
  return [textTable(table), ...(rest === null ? [] : [rest])];
}

const linkLine = (link: string | null): string[] => (link === null ? [] : [link]);

const FONT = 'font-family:-apple-system,Segoe UI,Roboto,Helvetica,Arial,sans-serif';
const CELL = 'padding:4px 10px;border-bottom:1px solid #d8dee4;font-size:13px';

function html(message: SubscriptionMessage, unsubscribe: string | null): string {
  const { report, projectName, links, deliveryId } = message;
  const shown = new Set(message.charts.map(({ position }) => position));
  const insights = report.insights.map((insight, index) => {
    const chart = shown.has(index) ? chartHtml(cidOf(deliveryId, index), insight.name) : '';
    const name = `<h2 style="font-size:16px;margin:28px 0 8px">${linked(insight.name, links.insight(insight.short_id))}</h2>`;
    return `${name}${chart}${numbersHtml(insight)}`;
  });
  const rest = insightsLeftOut(report);
  const footer = [
    ...(links.subscription === null ? [] : [linked('Change the subscription', links.subscription)]),
    ...(unsubscribe === null ? [] : [linked('Unsubscribe', unsubscribe)]),
  ].join(' · ');
  const paragraphs = introduction(message).map((line) => `<p>${escaped(line)}</p>`);
  return [
    `<!doctype html><html lang="en"><body style="margin:0;padding:24px;background:#ffffff;color:#1f2328;${FONT}">`,
    '<div style="max-width:640px;margin:0 auto">',
    ...paragraphs,
    `<h1 style="font-size:20px;margin:0">${linked(report.resource.name, links.resource)}</h1>`,
    `<p style="color:#57606a;font-size:13px;margin:4px 0 0">${escaped(projectName)}</p>`,
    ...insights,
    ...(rest === null ? [] : [`<p>${escaped(rest)}</p>`]),
    `<p style="color:#57606a;font-size:12px;margin-top:32px">${footer}</p>`,
    '</div></body></html>',
  ].join('\n');
}

function chartHtml(cid: string, name: string): string {
  return `<img src="cid:${cid}" alt="${escaped(`Chart of ${name}`)}" width="600" height="300" style="max-width:100%;height:auto;display:block">`;
}

function numbersHtml({ table, query_error }: ReportInsight): string {
  if (table === null) return `<p>${escaped(query_error ?? '')}</p>`;
  const isNumber = table.columns.map((_, index) =>
    table.rows.some((row) => typeof row[index] === 'number'),
  );
  const cell = (tag: 'th' | 'td', value: string, index: number) =>
    `<${tag} style="${CELL};text-align:${isNumber[index] === true ? 'right' : 'left'}">${escaped(value)}</${tag}>`;
  const head = table.columns.map((column, index) => cell('th', column, index)).join('');
  const rows = table.rows.map(
    (row) => `<tr>${row.map((value, index) => cell('td', cellText(value), index)).join('')}</tr>`,
  );
  const rest = leftOut(table);
  return [
    '<div style="overflow-x:auto"><table style="border-collapse:collapse;margin-top:8px">',
    `<thead><tr>${head}</tr></thead><tbody>${rows.join('')}</tbody></table></div>`,
    rest === null ? '' : `<p style="color:#57606a;font-size:12px">${escaped(rest)}</p>`,
  ].join('');
}

function linked(text: string, link: string | null): string {
  return link === null ? escaped(text) : `<a href="${escaped(link)}">${escaped(text)}</a>`;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** Escapes a text of users for HTML. */
function escaped(value: string): string {
  return value.replace(/[&<>"']/g, (sign) => ENTITIES[sign] ?? '');
}
