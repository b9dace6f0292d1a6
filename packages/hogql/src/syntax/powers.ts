/**
 * How tightly each kind of operator binds; a higher number is tighter. An operand is parsed with the
 * lowest power it may contain. Printing uses the same table to place parentheses.
 */
export const Power = {
  Lowest: 0,
  Alias: 1,
  Ternary: 2,
  Or: 3,
  And: 4,
  Not: 5,
  Between: 6,
  Nullish: 7,
  IsDistinct: 8,
  IsNull: 9,
  Compare: 10,
  Add: 11,
  Multiply: 12,
  Negate: 13,
  Postfix: 14,
  Primary: 15,
} as const;
