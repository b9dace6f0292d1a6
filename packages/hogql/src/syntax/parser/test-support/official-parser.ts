import { createRequire } from 'node:module';
import { fromOfficialJson } from './official-ast';
import { NoCounterpart } from './official-json';

export type Entry = 'expression' | 'query' | 'order' | 'template';

/**
 * The result of the official parser for a text. `unknown` means that it accepts a construct for which our tree has no
 * node.
 */
export type Verdict =
  | { readonly outcome: 'accepted'; readonly tree: unknown }
  | { readonly outcome: 'rejected' | 'unknown' | 'broken' };

interface OfficialParser {
  parseExpr(source: string, withoutPositions: boolean): string;
  parseSelect(source: string, withoutPositions: boolean): string;
  parseOrderExpr(source: string, withoutPositions: boolean): string;
  parseFullTemplateString(source: string, withoutPositions: boolean): string;
}

/** The package's types describe only its ESM build; its CommonJS build exports the factory itself. */
const create = createRequire(__filename)('@posthog/hogql-parser') as () => Promise<OfficialParser>;

const ASK: Readonly<Record<Entry, (parser: OfficialParser, source: string) => string>> = {
  expression: (parser, source) => parser.parseExpr(source, true),
  query: (parser, source) => parser.parseSelect(source, true),
  order: (parser, source) => parser.parseOrderExpr(source, true),
  // The official parser expects a text that starts with a quote and has no closing one.
  template: (parser, source) => parser.parseFullTemplateString(`F'${source}`, true),
};

/** The official parser as an oracle; a crash damages its memory, so a new instance replaces it. */
export async function createOracle(): Promise<(source: string, entry: Entry) => Promise<Verdict>> {
  let parser = await create();
  return async (source, entry) => {
    let json: string;
    try {
      json = ASK[entry](parser, source);
    } catch {
      parser = await create();
      return { outcome: 'broken' };
    }
    return verdict(json);
  };
}

function verdict(json: string): Verdict {
  try {
    const tree = fromOfficialJson(json);
    return tree === null ? { outcome: 'rejected' } : { outcome: 'accepted', tree };
  } catch (error) {
    if (error instanceof NoCounterpart) return { outcome: 'unknown' };
    throw error;
  }
}
