import type { Statement } from '@tidemark/hogql';
import type { Rows } from '../../insight-plan';
import { number } from '../../sql/ast';
import { statement } from '../../sql/template';
import { unionAll } from '../../sql/union';
import type { PeriodLabel } from './compared';
import type { FunnelShape } from './shape';
import { stepReached } from '../people/step-reached';
import type { TimeToConvert } from './time-to-convert';
import { binCountOf, layOut, sampleOf, SHORTEST_BIN_SECONDS } from './time-to-convert';

const LABELS: readonly PeriodLabel[] = ['current', 'previous'];

/** One row per period and bin that is not empty; the bins are laid out over the times of both periods. */
export function comparedTimeStatement(
  { settings, query }: FunnelShape,
  periods: readonly Statement[],
): Statement {
  const samples = periods.map((actors, period) =>
    statement(
      `SELECT {period} AS period, ${sampleOf(settings)} AS sample
       FROM ({actors}) WHERE ${stepReached(settings.to, settings)}`,
      { actors, period: number(period) },
    ),
  );
  return statement(
    `SELECT period, bin, count() AS actors, any(low), any(width), any(bins), sum(sample) AS taken
     FROM (
       SELECT low, width, bins, item.1 AS period, item.2 AS sample,
         intDiv(toInt(floor(item.2)) - low, width) AS bin
       FROM (
         SELECT low, bins, arrayJoin(items) AS item,
           if(high = low, ${SHORTEST_BIN_SECONDS}, toInt(ceil((high - low) / bins))) AS width
         FROM (
           SELECT items, toInt(floor(arrayMin(samples))) AS low, toInt(ceil(arrayMax(samples))) AS high,
             {bins} AS bins
           FROM (
             SELECT groupArray(tuple(period, sample)) AS items, groupArray(sample) AS samples FROM ({samples})
           )
           WHERE notEmpty(samples)
         )
       )
     )
     GROUP BY period, bin`,
    { samples: unionAll(samples), bins: binCountOf(query) },
  );
}

/** Both periods' bins, side by side. */
export function comparedTimeResults(
  rows: Rows,
): (TimeToConvert & { readonly compare_label: PeriodLabel })[] {
  const [[, , , low, width, count] = []] = rows;
  return LABELS.map((compare_label, period) => {
    const own = rows.filter(([of]) => Number(of) === period);
    const total = own.reduce((sum, [, , actors]) => sum + Number(actors), 0);
    const taken = own.reduce((sum, [, , , , , , seconds]) => sum + Number(seconds), 0);
    const actors = new Map(own.map(([, bin, value]) => [Number(bin), Number(value)]));
    return {
      bins: rows.length === 0 ? [] : layOut(actors, Number(low), Number(width), Number(count)),
      average_conversion_time: total === 0 ? null : taken / total,
      compare_label,
    };
  });
}
