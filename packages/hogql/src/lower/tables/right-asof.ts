import type { JoinExpr } from '../../syntax/ast';

/**
 * The engine has no RIGHT ASOF JOIN: `a RIGHT ASOF JOIN b` is `b LEFT ASOF JOIN a`, where `a` is all tables on the
 * left, joined with each other first.
 */
export function withoutRightAsof(first: JoinExpr): JoinExpr {
  let before = first;
  for (let node: JoinExpr | null = first; node !== null; node = node.nextJoin) {
    if (node.joinType !== 'RIGHT ASOF JOIN') continue;
    const left = leftSide(before, node);
    const joined: JoinExpr = {
      ...left,
      joinType: 'LEFT ASOF JOIN',
      constraint: node.constraint,
      nextJoin: node.nextJoin,
    };
    before = { ...node, joinType: null, constraint: null, nextJoin: joined };
  }
  return before;
}

/** The tables from `first` up to `end`, without `end` itself. */
function leftSide(first: JoinExpr, end: JoinExpr): JoinExpr {
  const chain = upTo(first, end);
  if (chain.nextJoin === null) return chain;
  const { start } = chain;
  return {
    type: 'JoinExpr',
    table: { type: 'JoinGroup', first: chain, start, end: end.start },
    tableArgs: null,
    alias: null,
    joinType: null,
    constraint: null,
    nextJoin: null,
    start,
    end: end.start,
  };
}

function upTo(node: JoinExpr, end: JoinExpr): JoinExpr {
  const { nextJoin } = node;
  const isLast = nextJoin === null || nextJoin === end;
  return { ...node, nextJoin: isLast ? null : upTo(nextJoin, end) };
}
