import { Char } from './characters';
import { escapeLength } from './escapes';
import { TokenBuffer } from './token-buffer';

/** Reads the content of quotes. */
export abstract class QuotedLexer extends TokenBuffer {
  protected quoted(kind: 'string' | 'quoted identifier', quote: string): void {
    const { source } = this;
    const quoteCode = quote.charCodeAt(0);
    let end = this.at + 1;
    while (end < source.length) {
      const code = source.charCodeAt(end);
      if (code === Char.Backslash) {
        const length = escapeLength(source, end, quote);
        if (length === 0) {
          this.unknownEscape(end);
          return;
        }
        end += length;
      } else if (code !== quoteCode) {
        end++;
      } else if (source.charCodeAt(end + 1) === quoteCode) {
        end += 2;
      } else {
        this.push(kind, end + 1);
        return;
      }
    }
    this.fail(`This ${kind} is never closed: ${quote} is missing`, this.at, source.length);
  }

  protected unknownEscape(backslash: number): void {
    const sequence = this.source.slice(backslash, backslash + 2);
    this.fail(
      `Unknown escape sequence '${sequence}': write '\\\\' for a backslash`,
      backslash,
      Math.min(backslash + 2, this.source.length),
    );
  }
}
