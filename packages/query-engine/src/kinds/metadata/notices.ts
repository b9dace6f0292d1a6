import type { CompiledQuery, HogQLError } from '@tidemark/hogql';

/** A message of an editor about a part of the text; `end` is exclusive. */
export interface Notice {
  readonly message: string;
  readonly start: number;
  readonly end: number;
  /** The replacement; null if none is known. */
  readonly fix: string | null;
}

/** A notice at a position inside the text; offsets outside it are corrected. */
export function noticeAt(
  message: string,
  place: { readonly start: number | null; readonly end: number | null },
  text: { readonly length: number; readonly shift: number },
): Notice {
  const clamp = (at: number): number => Math.min(Math.max(at - text.shift, 0), text.length);
  const [from, to] = [
    clamp(place.start ?? text.shift),
    clamp(place.end ?? text.length + text.shift),
  ];
  return { message, start: Math.min(from, to), end: Math.max(from, to), fix: null };
}

/** The notice of an error, with the suggested spelling as a fix. */
export function errorNotice(
  error: HogQLError,
  text: { readonly length: number; readonly shift: number },
): Notice {
  const notice = noticeAt(error.message, error, text);
  const fix = /Did you mean: ([^?\s]+)\?/.exec(error.message)?.[1];
  return fix === undefined ? notice : { ...notice, fix };
}

/** Suggestions for better expressions that occur in the text unchanged. */
export function adviceNotices(
  { advice }: CompiledQuery,
  query: string,
  shift: number,
): readonly Notice[] {
  const text = { length: query.length, shift };
  const places = new Map(advice.map((one) => [one.start, one]));
  return [...places.values()].flatMap(({ message, fix, ...place }) => {
    // A constant that a filter added does not occur in the text.
    const isWritten = /^['\d]/.test(query.slice(place.start - shift, place.end - shift));
    return isWritten ? [{ ...noticeAt(message, place, text), fix }] : [];
  });
}

/** The types of fields that occur in the text unchanged. */
export function fieldNotices(
  { fields }: CompiledQuery,
  query: string,
  shift: number,
): readonly Notice[] {
  const seen = new Set<string>();
  return fields.flatMap(({ chain, kind, start, end }) => {
    const written = query.slice(Math.max(0, start - shift), Math.max(0, end - shift));
    const name = String(chain.at(-1) ?? '');
    const place = `${start} ${end}`;
    if (name === '*' || seen.has(place) || !written.includes(name)) return [];
    seen.add(place);
    const bag = chain.indexOf('properties');
    const message =
      bag !== -1 && bag < chain.length - 1
        ? `${chain.includes('person') ? 'Person' : 'Event'} property '${chain.slice(bag + 1).join('.')}' is of type '${kind}'.`
        : `Field '${name}' is of type '${kind}'`;
    return [noticeAt(message, { start, end }, { length: query.length, shift })];
  });
}
