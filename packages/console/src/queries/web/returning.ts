import type { WebStatsBreakdown } from '@tidemark/contracts';

/** For breakdowns by the first value: the person property that stores this value. */
const FIRST_VALUES: Readonly<Partial<Record<WebStatsBreakdown, string>>> = {
  InitialReferringDomain: '$initial_referring_domain',
  InitialUTMSource: '$initial_utm_source',
  InitialUTMMedium: '$initial_utm_medium',
  InitialUTMCampaign: '$initial_utm_campaign',
  InitialUTMTerm: '$initial_utm_term',
  InitialUTMContent: '$initial_utm_content',
};

/** The person property by which retention can be broken down; null for a breakdown of visits or pages. */
export function firstValueOf(breakdown: WebStatsBreakdown): string | null {
  return FIRST_VALUES[breakdown] ?? null;
}
