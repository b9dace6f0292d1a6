import type { Formula, Operator } from './parse-formula';

/** The value of a formula; missing values and results that cannot be computed count as 0. */
export function evaluateFormula(formula: Formula, seriesValue: (index: number) => number): number {
  const value = valueOf(formula, seriesValue);
  return Number.isFinite(value) ? value : 0;
}

function valueOf(formula: Formula, seriesValue: (index: number) => number): number {
  switch (formula.kind) {
    case 'number':
      return formula.value;
    case 'series':
      return seriesValue(formula.index);
    case 'negative':
      return -valueOf(formula.of, seriesValue);
    case 'operation':
      return operate(
        formula.operator,
        valueOf(formula.left, seriesValue),
        valueOf(formula.right, seriesValue),
      );
  }
}

function operate(operator: Operator, left: number, right: number): number {
  switch (operator) {
    case '+':
      return left + right;
    case '-':
      return left - right;
    case '*':
      return left * right;
    case '/':
      return right === 0 ? 0 : left / right;
    case '%':
      // As in Python, the remainder has the sign of the divisor.
      return right === 0 ? 0 : left - right * Math.floor(left / right);
    case '**':
      return left ** right;
  }
}
