import type { ErrorBody, ErrorType } from '@tidemark/contracts';

/** An error in the format of the project API (`docs/wire/api.md#error-body`). */
export class ApiError extends Error {
  readonly attr: string | null;
  readonly extra: Readonly<Record<string, unknown>> | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    readonly status: number,
    readonly type: ErrorType,
    readonly code: string,
    readonly detail: string,
    more: {
      /** The name of the field with the error; nested names are joined by `__`. */
      readonly attr?: string | null;
      readonly extra?: Readonly<Record<string, unknown>> | null;
      readonly headers?: Readonly<Record<string, string>>;
      readonly cause?: unknown;
    } = {},
  ) {
    super(detail, { cause: more.cause });
    this.name = 'ApiError';
    this.attr = more.attr ?? null;
    this.extra = more.extra ?? null;
    this.headers = more.headers ?? {};
  }

  /** The JSON body of the response. */
  toBody(): ErrorBody {
    const { type, code, detail, attr } = this;
    return this.extra === null
      ? { type, code, detail, attr }
      : { type, code, detail, attr, extra: { ...this.extra } };
  }
}
