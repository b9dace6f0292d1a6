const FORM_FIELD = /(?:^|&)(?:data|_|ip|compression)=/;

/** Does the text start like one of the forms SDKs send? */
export function looksLikeForm(text: string): boolean {
  return FORM_FIELD.test(text);
}

/** The two fields that matter; undefined when absent. */
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
