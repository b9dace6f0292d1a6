/** A command of the README and the response printed below it. */
export interface Example {
  readonly command: string;
  /** The keys in the shown response; the actual response may have more. */
  readonly response: unknown;
}

/**
 * Reads each `bash` block that is directly followed by a `json` block.
 *
 * @throws Error if a command has no response
 */
export function readExamples(markdown: string): Example[] {
  const blocks = [...markdown.matchAll(/```(\w+)\n([\s\S]*?)```/g)].map(([, language, text]) => ({
    language: language ?? '',
    text: text ?? '',
  }));
  return blocks.flatMap((block, i) => {
    if (block.language !== 'bash') return [];
    const next = blocks[i + 1];
    if (next?.language !== 'json') throw new Error(`No response follows:\n${block.text}`);
    return [{ command: block.text, response: JSON.parse(next.text) as unknown }];
  });
}
