import type { SqlExpr } from '../sql/nodes';

/** `field >= moment` or `field <= moment`; whether equality counts does not matter within the slack. */
export interface TimeBound {
  readonly field: string;
  readonly side: 'from' | 'to';
  /** A constant Date or DateTime, or NULL. */
  readonly moment: SqlExpr;
}
