import type { WebVitalsPathBreakdownQuery } from '@tidemark/contracts';
import type { Statement } from '@tidemark/hogql';
import { ast, number } from '../hogql-builders/ast';
import { EVENTS } from '../hogql-builders/events';
import { statement } from '../hogql-builders/template';
import type { InsightContext } from '../insight/context';
import type { InsightPlan } from '../insight/plan';
import { pagePath, shownPath } from './stats-table/breakdown';
import type { SamplingRate } from './visits/conditions';
import { eventIn, samplingRateOf, webConditions } from './visits/conditions';
import { webPeriod } from './visits/periods';

interface PathValue {
  readonly path: string;
  readonly value: number;
}

const BANDS = ['good', 'needs_improvements', 'poor'] as const;

export interface WebVitalsPathBreakdownResponse {
  /** One item. At most 20 paths for each band, the lowest values first. */
  readonly results: readonly [Readonly<Record<(typeof BANDS)[number], readonly PathValue[]>>];
  readonly samplingRate: SamplingRate;
}

const LEVELS = { p75: 0.75, p90: 0.9, p99: 0.99 } as const;

/** WebVitalsPathBreakdownQuery: paths by a percentile of a web vital, in three bands. @throws InsightError */
export function planWebVitalsPathBreakdown(
  query: WebVitalsPathBreakdownQuery,
  context: InsightContext,
): InsightPlan<WebVitalsPathBreakdownResponse> {
  return {
    statements: [vitalsStatement(query, context)],
    shape: ([rows = []]) => {
      const ofBand = (band: string): PathValue[] =>
        rows
          .filter((row) => row[0] === band)
          .map(([, path, value]) => ({ path: String(path), value: Number(value) }));
      const [good, needsImprovements, poor] = BANDS.map(ofBand);
      return {
        results: [
          { good: good ?? [], needs_improvements: needsImprovements ?? [], poor: poor ?? [] },
        ],
        samplingRate: samplingRateOf(query),
      };
    },
  };
}

/** Rows of a band, a path and its value. */
function vitalsStatement(query: WebVitalsPathBreakdownQuery, context: InsightContext): Statement {
  const periods = webPeriod(query, context);
  return statement(
    `SELECT multiIf(value <= {good}, 'good', value <= {acceptable}, 'needs_improvements', 'poor') AS band, path, value
     FROM (
       SELECT {path} AS path, quantile({level})(toFloat({measured})) AS value
       FROM events AS ${EVENTS} WHERE {where} AND isNotNull({path})
       GROUP BY path
       HAVING value >= 0
     )
     ORDER BY value ASC, path ASC
     LIMIT 20 BY band`,
    {
      path: shownPath(pagePath(), query, context),
      level: number(LEVELS[query.percentile]),
      measured: ast.field(EVENTS, 'properties', `$web_vitals_${query.metric}_value`),
      where: webConditions(query, periods, context, { kinds: eventIn(['$web_vitals']) }),
      good: number(query.thresholds[0]),
      acceptable: number(query.thresholds[1]),
    },
  );
}
