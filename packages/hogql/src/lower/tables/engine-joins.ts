import type { JoinExpr, JoinType } from '../../syntax/ast';
import { HogQLError } from '../../syntax/errors';

const ENGINE_JOINS: Readonly<Record<Exclude<JoinType, 'RIGHT ASOF JOIN'>, string>> = {
  JOIN: 'INNER JOIN',
  'INNER JOIN': 'INNER JOIN',
  'LEFT JOIN': 'LEFT JOIN',
  'LEFT OUTER JOIN': 'LEFT JOIN',
  'RIGHT JOIN': 'RIGHT JOIN',
  'RIGHT OUTER JOIN': 'RIGHT JOIN',
  'FULL JOIN': 'FULL JOIN',
  'FULL OUTER JOIN': 'FULL JOIN',
  'CROSS JOIN': 'CROSS JOIN',
  'POSITIONAL JOIN': 'PASTE JOIN',
  'ALL INNER JOIN': 'INNER JOIN',
  'ANY INNER JOIN': 'INNER ANY JOIN',
  'ASOF INNER JOIN': 'INNER ASOF JOIN',
  'LEFT SEMI JOIN': 'LEFT SEMI JOIN',
  'LEFT ANTI JOIN': 'LEFT ANTI JOIN',
  'LEFT ANY JOIN': 'LEFT ANY JOIN',
  'LEFT ASOF JOIN': 'LEFT ASOF JOIN',
  'RIGHT SEMI JOIN': 'RIGHT SEMI JOIN',
  'RIGHT ANTI JOIN': 'RIGHT ANTI JOIN',
  'RIGHT ANY JOIN': 'RIGHT ANY JOIN',
};

/** The engine's name of a join; null for the first table. */
export function engineJoin(node: JoinExpr): string | null {
  const { joinType } = node;
  if (joinType === null) return null;
  if (joinType === 'RIGHT ASOF JOIN')
    throw new Error('A RIGHT ASOF JOIN must have been reversed before');
  const engine = ENGINE_JOINS[joinType];
  const needsCondition = engine !== 'CROSS JOIN' && engine !== 'PASTE JOIN';
  if (needsCondition && node.constraint === null && node.natural !== true) {
    throw new HogQLError('hogql_query_error', `${joinType} needs ON or USING`, node);
  }
  return engine;
}
