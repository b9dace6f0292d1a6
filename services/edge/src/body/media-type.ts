/** The type of a Content-Type header without its parameters, lower case; undefined when not sent. */
export function mediaType(contentType: string | undefined): string | undefined {
  const type = contentType?.split(';', 1)[0]?.trim().toLowerCase();
  return type === '' ? undefined : type;
}
