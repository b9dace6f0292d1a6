/** The addresses of the `target_value` of an e-mail subscription, each once. */
export function recipientsOf(targetValue: string): readonly string[] {
  const all = targetValue.split(',').map((address) => address.trim());
  const seen = new Set<string>();
  return all.filter((address) => {
    const key = address.toLowerCase();
    if (address === '' || seen.has(key)) return false;
    seen.add(key);
    return true;
  });
}

/** The `target_value` without an address. */
export function withoutRecipient(targetValue: string, address: string): string {
  return recipientsOf(targetValue)
    .filter((one) => one.toLowerCase() !== address.toLowerCase())
    .join(',');
}
