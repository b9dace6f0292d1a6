import type { Expr } from '@tidemark/hogql';
import { expr } from '../../hogql-builders/template';

const NONE = "'(none)'";

/** Source, medium and campaign of a visit as one text; a referrer in place of the source is marked as one. */
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
