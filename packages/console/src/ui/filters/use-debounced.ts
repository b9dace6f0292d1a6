import { useEffect, useState } from 'react';

/** The value, delayed until it has not changed for a while, so that typing does not send a request for each key. */
export function useDebounced<T>(value: T, milliseconds = 180): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
