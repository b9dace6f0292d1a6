import type { Expr } from '@tidemark/hogql';
import { expr } from '../sql/template';

const NONE = "'(none)'";

/** Where a visit came from as one text; a referrer that stands for the source is told apart from one. */
export function sourceMediumCampaign(parts: {
  readonly source: Expr;
  readonly domain: Expr;
  readonly medium: Expr;
  readonly campaign: Expr;
}): Expr {
  return expr(
    `concat(
       multiIf(isNotNull({source}), {source},
         isNotNull({domain}), concat('referrer:', {domain}), ${NONE}),
       ' / ', ifNull({medium}, ${NONE}), ' / ', ifNull({campaign}, ${NONE}))`,
    parts,
  );
}
