import type { SqlExpr } from '../sql/nodes';

/** `field >= moment` or `field <= moment`; whether equality counts does not matter within the slack. */
export interface TimeBound {
  readonly field: string;
  readonly side: 'from' | 'to';
  /** Days by which the field may lie beyond the moment all the same: the statement cuts it to days or months. */
  readonly slackDays: number;
  /** A constant Date or DateTime, or NULL. */
  readonly moment: SqlExpr;
}
