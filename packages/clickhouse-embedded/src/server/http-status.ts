/** Error codes by HTTP status, as in ClickHouse's HTTP handler; any other code is 500. */
const CODES_BY_STATUS: Readonly<Record<number, readonly number[]>> = {
  400: [
    6, 8, 15, 25, 26, 27, 36, 37, 38, 41, 44, 53, 62, 72, 117, 123, 167, 168, 223, 321, 376, 427,
    441, 675, 676,
  ],
  401: [194],
  403: [192, 193, 512, 516],
  404: [46, 47, 50, 56, 60, 63, 73, 78, 81, 115, 152, 336, 511],
  408: [159],
  411: [381],
  413: [229],
  501: [48],
  503: [76, 209, 439],
};

const STATUS_BY_CODE: ReadonlyMap<number, number> = new Map(
  Object.entries(CODES_BY_STATUS).flatMap(([status, codes]) =>
    codes.map((code) => [code, Number(status)] as const),
  ),
);

/** Returns the HTTP status of ClickHouse for an error code. */
export function httpStatusOf(exceptionCode: number): number {
  return STATUS_BY_CODE.get(exceptionCode) ?? 500;
}
