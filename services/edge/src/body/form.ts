const FORM_FIELD = /(?:^|&)(?:data|_|ip|compression)=/;

/** Whether the text starts like one of the forms that SDKs send. */
export function looksLikeForm(text: string): boolean {
  return FORM_FIELD.test(text);
}

/** Reads the two relevant fields of a form; absent fields are undefined. */
export function readForm(text: string): {
  readonly data: string | undefined;
  readonly compression: string | undefined;
} {
  const fields = new URLSearchParams(text);
  return {
    data: fields.get('data') ?? undefined,
    compression: fields.get('compression') ?? undefined,
  };
}
