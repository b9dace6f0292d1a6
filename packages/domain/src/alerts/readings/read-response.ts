import type { AlertConfig } from '@tidemark/contracts';
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
  config: AlertConfig,
): readonly AlertSeries[] {
  const { results, columns, hasMore } = response;
  switch (config.type) {
    case 'TrendsAlertConfig':
      return readTrends(results, config);
    case 'FunnelsAlertConfig':
      return readFunnels(results, config);
    case 'HogQLAlertConfig':
      return readHogQL({ results, columns, hasMore }, config);
  }
}
