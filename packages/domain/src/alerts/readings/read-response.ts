import type { AlertCondition, AlertConfig } from '@tidemark/contracts';
import type { JsonObject } from '../../json/json-object';
import { intervalOf, shapeOf } from '../insight-query';
import type { AlertSeries } from '../series';
import type { AlertClock } from './latest-intervals';
import { latestIntervals } from './latest-intervals';
import { readFunnels } from './funnels';
import { readHogQL } from './hogql';
import { readTrends } from './trends';

/**
 * The values that an alert reads from the response of its insight. @throws AlertError if the response has no such
 * number
 */
export function readResponse(
  response: Readonly<Record<string, unknown>>,
  alert: {
    readonly config: AlertConfig;
    readonly condition: AlertCondition;
    /** The query of the response. */
    readonly query: JsonObject;
    readonly clock: AlertClock;
  },
): readonly AlertSeries[] {
  const { results, columns, types, hasMore } = response;
  const { query, clock } = alert;
  const config = checkedConfig(alert);
  const isOverTime = shapeOf(query)?.overTime === true;
  const intervals = isOverTime ? latestIntervals(intervalOf(query), clock) : null;
  switch (config.type) {
    case 'TrendsAlertConfig':
      return readTrends(results, config, intervals);
    case 'FunnelsAlertConfig':
      return readFunnels(results, config, intervals);
    case 'HogQLAlertConfig':
      return readHogQL({ results, columns, types, hasMore }, config);
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
