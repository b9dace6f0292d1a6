import type { WebStatsBreakdown } from '@tidemark/contracts';

/** The person properties that keep the first value of what a table of sources lists. */
const FIRST_VALUES: Readonly<Partial<Record<WebStatsBreakdown, string>>> = {
  InitialReferringDomain: '$initial_referring_domain',
  InitialUTMSource: '$initial_utm_source',
  InitialUTMMedium: '$initial_utm_medium',
  InitialUTMCampaign: '$initial_utm_campaign',
  InitialUTMTerm: '$initial_utm_term',
  InitialUTMContent: '$initial_utm_content',
};

/** The person property by which it can be asked who comes back; null for a breakdown of visits or pages. */
export function firstValueOf(breakdown: WebStatsBreakdown): string | null {
  return FIRST_VALUES[breakdown] ?? null;
}
