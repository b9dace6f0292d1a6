import type { AlertCondition, AlertConfig } from '@tidemark/contracts';
import type { AlertSeries } from '../series';
import { readFunnels } from './funnels';
import { readHogQL } from './hogql';
import { readTrends } from './trends';

/**
 * The values that an alert reads from the response of its insight. @throws AlertError if the response has no such
 * number
 */
export function readResponse(
  response: Readonly<Record<string, unknown>>,
  alert: { readonly config: AlertConfig; readonly condition: AlertCondition },
): readonly AlertSeries[] {
  const { results, columns, hasMore } = response;
  const config = checkedConfig(alert);
  switch (config.type) {
    case 'TrendsAlertConfig':
      return readTrends(results, config);
    case 'FunnelsAlertConfig':
      return readFunnels(results, config);
    case 'HogQLAlertConfig':
      return readHogQL({ results, columns, hasMore }, config);
  }
}

/** A decrease is only known when its interval is over, so the current interval is not checked, as in PostHog. */
function checkedConfig({
  config,
  condition,
}: {
  readonly config: AlertConfig;
  readonly condition: AlertCondition;
}): AlertConfig {
  if (condition.type !== 'relative_decrease' || config.type === 'HogQLAlertConfig') return config;
  return { ...config, check_ongoing_interval: false };
}
