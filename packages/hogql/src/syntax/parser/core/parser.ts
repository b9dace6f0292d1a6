import type { Expr, SelectQuery, SelectSetQuery, Statement } from '../../ast';
import { Cursor } from './cursor';
import type { ParseLimits } from './limits';
import type { Tokens } from '../../lexer/tokens';

/** The content of a pair of parentheses. */
export interface Group {
  /** Index of the token that closes it, or of the end of the text. */
  readonly close: number;
  /** Whether AS occurs directly inside. */
  readonly hasAs: boolean;
}

/** The rules that refer to each other; passed in once so that no rule files import each other in a cycle. */
export interface Grammar {
  /** An expression whose operators bind at least as tightly as `minPower`. */
  expression(parser: Parser, minPower: number): Expr;
  /** One SELECT or a set of them. */
  statement(parser: Parser): Statement;
  /** Parses the rest of a set whose first part is a parenthesised statement. */
  statementAfter(parser: Parser, first: SelectQuery | SelectSetQuery, start: number): Statement;
}

/** The cursor and the limits of one parse. Rules are functions over this class, one file per construct. */
export class Parser extends Cursor {
  private depth = 0;
  private deepest = 0;
  private links = 0;
  private nodes = 0;
  /** No list of lambda arguments without parentheses starts before this token index: keeps the look-ahead linear. */
  noLambdaBefore = 0;
  /** Groups of parentheses by the index of the token that opens them: see `groupAt`. */
  readonly groups = new Map<number, Group>();

  constructor(
    readonly limits: ParseLimits,
    private readonly grammar: Grammar,
    tokens: Tokens,
  ) {
    super(tokens);
  }

  get tokenIndex(): number {
    return this.index;
  }

  expression(minPower = 0): Expr {
    this.enter();
    const expr = this.grammar.expression(this, minPower);
    this.leave();
    return expr;
  }

  statement(): Statement {
    this.enter();
    const statement = this.grammar.statement(this);
    this.leave();
    return statement;
  }

  /** An expression, or the set that starts with the parenthesised query just read: `(select 1) union all ...`. */
  expressionOrSet(): Expr {
    const start = this.start;
    return this.setAfter(this.expression(), start);
  }

  /** The set that starts with the expression just read, if that is a query in parentheses. */
  setAfter(expr: Expr, start: number): Expr {
    const isQuery = expr.type === 'SelectQuery' || expr.type === 'SelectSetQuery';
    return isQuery ? this.grammar.statementAfter(this, expr, start) : expr;
  }

  /** Opens one level of nesting. */
  enter(): void {
    this.depth++;
    if (this.depth > this.deepest) this.deepest = this.depth;
    if (this.depth > this.limits.maxDepth) this.tooDeep();
  }

  leave(): void {
    this.depth--;
  }

  /** Counts one syntax node. */
  node(): void {
    this.nodes++;
    if (this.nodes > this.limits.maxNodes) {
      this.reject(
        `The query has more than ${this.limits.maxNodes} elements. Shorten it, for example by putting long lists into a table`,
        this.here(),
      );
    }
  }

  /** Counts a node that deepens the tree without recursion: the `+` of `a + b + c`. */
  link(): void {
    this.links++;
    this.node();
  }

  /** Whether the tree may be deeper than the recursion that built it. */
  get mayExceedDepth(): boolean {
    return this.deepest + this.links > this.limits.maxDepth;
  }

  tooDeep(): never {
    this.reject(
      `The query is nested too deeply: more than ${this.limits.maxDepth} levels`,
      this.here(),
    );
  }
}
