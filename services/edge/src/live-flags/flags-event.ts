/** The flags of a person when they were evaluated. */
export interface EvaluatedFlags {
  /** Names what the flags are for the person; null when a store could not be read. */
  readonly signature: string | null;
  /** Writes the body of `/flags?v=2`, JSON without a line break. */
  readonly body: () => string;
}

/** The id is what a client sends back when it reconnects; flags that could not be evaluated have none. */
export function flagsEvent({ signature, body }: EvaluatedFlags): string {
  const id = signature === null ? '' : `id: ${signature}\n`;
  return `${id}event: flags\ndata: ${body()}\n\n`;
}
