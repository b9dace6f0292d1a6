import type { KindContext } from './kind';

interface Modified {
  readonly modifiers?: Readonly<Record<string, unknown>> | null | undefined;
}

/** The steps of a run in seconds, for requests with `modifiers.timings`. */
export function timingsOf(
  { modifiers }: Modified,
  context: KindContext,
): readonly { readonly k: string; readonly t: number }[] | null {
  return modifiers?.['timings'] === true ? context.timings() : null;
}
