import { createRequire } from 'node:module';
import { fromOfficialJson } from './official-ast';
import { NoCounterpart } from './official-json';

export type Entry = 'expression' | 'query' | 'order' | 'template';

/** What the official parser makes of a text. `unknown` means it accepts something we have no node for. */
export type Verdict =
  | { readonly outcome: 'accepted'; readonly tree: unknown }
  | { readonly outcome: 'rejected' | 'unknown' | 'broken' };

interface OfficialParser {
  parseExpr(source: string, withoutPositions: boolean): string;
  parseSelect(source: string, withoutPositions: boolean): string;
  parseOrderExpr(source: string, withoutPositions: boolean): string;
  parseFullTemplateString(source: string, withoutPositions: boolean): string;
}

/** The package's types describe its ESM build only; its CommonJS one exports the factory itself. */
const create = createRequire(__filename)('@posthog/hogql-parser') as () => Promise<OfficialParser>;

const ASK: Readonly<Record<Entry, (parser: OfficialParser, source: string) => string>> = {
  expression: (parser, source) => parser.parseExpr(source, true),
  query: (parser, source) => parser.parseSelect(source, true),
  order: (parser, source) => parser.parseOrderExpr(source, true),
  // Its text starts with a quote that nothing closes.
  template: (parser, source) => parser.parseFullTemplateString(`F'${source}`, true),
};

/** The official parser as an oracle; a crash leaves its memory damaged, so a fresh one takes over. */
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
