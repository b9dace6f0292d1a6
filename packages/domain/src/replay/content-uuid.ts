/** A custom (version 8) UUID of the first 128 bits of a hash. */
export function contentUuid(hex: string): string {
  return hex.replace(
    /^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*$/,
    (_, a: string, b: string, c: string, d: string, e: string) => `${a}-${b}-8${c}-8${d}-${e}`,
  );
}
