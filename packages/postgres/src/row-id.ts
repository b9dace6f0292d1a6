const MAX_ROW_ID = 2_147_483_647;

/** Whether a number can be the id of a row. The columns have 32 bits, and Postgres rejects larger numbers. */
export function isRowId(id: number): boolean {
  return Number.isInteger(id) && id >= 1 && id <= MAX_ROW_ID;
}
