import type { WebStatsBreakdown } from '@tidemark/contracts';
import type { Expr } from '@tidemark/hogql';
import { ast } from '../../hogql-builders/ast';
import { EVENTS, timestamp } from '../../hogql-builders/events';
import { expr } from '../../hogql-builders/template';
import { isView } from '../visits/conditions';
import { sessionField } from '../visits/sessions';
import { sourceMediumCampaign } from './source-medium-campaign';

const VALUES = {
  FirstPageviewChannelType: () => expr('any({type})', { type: sessionField('$channel_type') }),
  FirstPageviewReferringDomain: () => firstOf('$referring_domain'),
  FirstPageviewUTMSource: () => firstOf('utm_source'),
  FirstPageviewUTMCampaign: () => firstOf('utm_campaign'),
  FirstPageviewUTMMedium: () => firstOf('utm_medium'),
  FirstPageviewUTMTerm: () => firstOf('utm_term'),
  FirstPageviewUTMContent: () => firstOf('utm_content'),
  FirstPageviewUTMSourceMediumCampaign: () =>
    sourceMediumCampaign({
      source: firstOf('utm_source'),
      domain: firstOf('$referring_domain'),
      medium: firstOf('utm_medium'),
      campaign: firstOf('utm_campaign'),
    }),
} satisfies Partial<Record<WebStatsBreakdown, () => Expr>>;

/** Breakdowns of sessions by a property of their first page in the range, which may be missing. */
export type FirstViewBreakdown = keyof typeof VALUES;

export function isOfFirstView(breakdown: WebStatsBreakdown): breakdown is FirstViewBreakdown {
  return breakdown in VALUES;
}

/** The value of a whole session: an aggregate over its events. */
export function firstViewValue(breakdown: FirstViewBreakdown): Expr {
  return VALUES[breakdown]();
}

/** A tuple, so that a value that is missing in the first view is not taken from a later view. */
function firstOf(name: string): Expr {
  return expr("nullIf(tupleElement(argMinIf(tuple(toString({value})), {at}, {isView}), 1), '')", {
    value: ast.field(EVENTS, 'properties', name),
    at: timestamp(),
    isView: isView(),
  });
}
