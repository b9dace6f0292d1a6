import { useAddressSearch, useChangeSearch } from './address';

/** The offset of the shown page of a list in the URL parameter `offset`, and a function that changes it. */
export function useOffset(): readonly [offset: number, change: (offset: number) => void] {
  const { offset } = useAddressSearch();
  const change = useChangeSearch();
  return [
    Math.max(0, Number.parseInt(offset ?? '', 10) || 0),
    (next) => change({ offset: next === 0 ? undefined : String(next) }),
  ];
}
