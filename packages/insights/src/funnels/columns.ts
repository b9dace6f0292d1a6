/** Columns of a SELECT, by name, in an order in which each may use those before it. */
export type Columns = readonly Column[];

export type Column = [name: string, sql: string];
