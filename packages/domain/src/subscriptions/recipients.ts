/** The addresses in the `target_value` of an e-mail subscription, without duplicates. */
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

/** The `target_value` with one address removed. */
export function withoutRecipient(targetValue: string, address: string): string {
  return recipientsOf(targetValue)
    .filter((one) => one.toLowerCase() !== address.toLowerCase())
    .join(',');
}
