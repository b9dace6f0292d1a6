/** A session id (UUIDv7) with the given time (UTC); `number` distinguishes ids of the same time. */
export function sessionAt(time: string, number = 1): string {
  const ms = Date.parse(`${time.replace(' ', 'T')}Z`)
    .toString(16)
    .padStart(12, '0');
  return `${ms.slice(0, 8)}-${ms.slice(8)}-7000-8000-${String(number).padStart(12, '0')}`;
}
