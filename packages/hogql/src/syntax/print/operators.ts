import type {
  ArithmeticOperation,
  BetweenExpr,
  CompareOp,
  CompareOperation,
  Expr,
  IsDistinctFrom,
  Not,
} from '../ast';
import { Power } from '../powers';
import type { Printed, Printer } from './printed';

const COMPARE_TEXT: Readonly<Record<CompareOp, string>> = {
  '==': '=',
  '!=': '!=',
  '<': '<',
  '<=': '<=',
  '>': '>',
  '>=': '>=',
  like: 'LIKE',
  'not like': 'NOT LIKE',
  ilike: 'ILIKE',
  'not ilike': 'NOT ILIKE',
  in: 'IN',
  'not in': 'NOT IN',
  'in cohort': 'IN COHORT',
  'not in cohort': 'NOT IN COHORT',
  '=~': '=~',
  '!~': '!~',
  '=~*': '=~*',
  '!~*': '!~*',
};

export function printComparison(node: CompareOperation, printer: Printer): Printed {
  const { op, left, right } = node;
  if (isNull(right) && (op === '==' || op === '!=')) {
    const test = op === '==' ? 'IS NULL' : 'IS NOT NULL';
    return { text: `${printer.nested(left, Power.IsNull)} ${test}`, power: Power.IsNull };
  }
  const leftText = printer.nested(left, Power.Compare);
  const rightText = printer.nested(right, Power.Compare + 1);
  return { text: `${leftText} ${COMPARE_TEXT[op]} ${rightText}`, power: Power.Compare };
}

function isNull(node: Expr): boolean {
  return node.type === 'Constant' && node.value === null;
}

export function printDistinctFrom(node: IsDistinctFrom, printer: Printer): Printed {
  const left = printer.nested(node.left, Power.IsDistinct);
  const right = printer.nested(node.right, Power.IsDistinct + 1);
  const test = node.negated ? 'IS NOT DISTINCT FROM' : 'IS DISTINCT FROM';
  return { text: `${left} ${test} ${right}`, power: Power.IsDistinct };
}

export function printBetween(node: BetweenExpr, printer: Printer): Printed {
  const operator = node.negated ? 'NOT BETWEEN' : 'BETWEEN';
  const expr = printer.nested(node.expr, Power.Between);
  const low = printer.nested(node.low, Power.Between + 1);
  const high = printer.nested(node.high, Power.Between + 1);
  return { text: `${expr} ${operator} ${low} AND ${high}`, power: Power.Between };
}

export function printArithmetic(node: ArithmeticOperation, printer: Printer): Printed {
  const power = node.op === '+' || node.op === '-' ? Power.Add : Power.Multiply;
  const left = printer.nested(node.left, power);
  const right = printer.nested(node.right, power + 1);
  return { text: `${left} ${node.op} ${right}`, power };
}

/** AND and OR of any number of parts; without parts the neutral value. */
export function printConjunction(
  exprs: readonly Expr[],
  keyword: 'AND' | 'OR',
  printer: Printer,
): Printed {
  const [only, second] = exprs;
  if (only === undefined) {
    return { text: keyword === 'AND' ? 'true' : 'false', power: Power.Primary };
  }
  if (second === undefined) return printer.bare(only);
  const power = keyword === 'AND' ? Power.And : Power.Or;
  const text = exprs.map((expr) => printer.nested(expr, power + 1)).join(` ${keyword} `);
  return { text, power };
}

/** `NOT (` is parsed as a call that ends at its parenthesis, so an operand that starts with one is wrapped. */
export function printNot(node: Not, printer: Printer): Printed {
  const { text, power } = printer.bare(node.expr);
  const isWrapped = power < Power.Not || text.startsWith('(');
  return { text: isWrapped ? `NOT (${text})` : `NOT ${text}`, power: Power.Not };
}
