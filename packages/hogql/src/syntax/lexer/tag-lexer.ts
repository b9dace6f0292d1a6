import { Char, isDigit, isNameStart, isWhitespace } from './characters';
import { QuotedLexer } from './quoted-lexer';
import type { LexContext } from './token-buffer';

/** Reads tags (HogQLX), in which names, quotes and white space have rules of their own. */
export abstract class TagLexer extends QuotedLexer {
  /** Reads an opening tag; the position is at its `<`. */
  protected openTag(): void {
    this.contexts.push('opening tag');
    this.push('tag <', this.at + 1);
  }

  /** One step inside a tag; false where the rules of plain HogQL apply. */
  protected tagStep(context: LexContext, code: number): boolean {
    switch (context) {
      case 'opening tag':
      case 'closing tag':
        this.markup(context, code);
        return true;
      case 'tag text':
        this.content();
        return true;
      case 'whole template':
        this.templateContent(code);
        return true;
      default:
        return false;
    }
  }

  private markup(context: LexContext, code: number): void {
    const { source, at } = this;
    if (isWhitespace(code)) {
      this.at++;
    } else if (isNameStart(code)) {
      this.tagName();
    } else if (code === Char.Greater) {
      this.contexts.pop();
      if (context === 'opening tag') this.contexts.push('tag text');
      else this.contexts.pop();
      this.push('tag >', at + 1);
    } else if (context === 'closing tag') {
      this.failAtCharacter();
    } else if (source.startsWith('/>', at)) {
      this.contexts.pop();
      this.push('tag />', at + 2);
    } else if (code === Char.Equals) {
      this.push('tag =', at + 1);
    } else if (code === Char.Quote) {
      this.quoted('string', "'");
    } else if (code === Char.OpenBrace) {
      this.openBrace();
    } else {
      this.failAtCharacter();
    }
  }

  private tagName(): void {
    const { source } = this;
    let end = this.at + 1;
    for (let code = source.charCodeAt(end); isTagNamePart(code); code = source.charCodeAt(end))
      end++;
    this.push('tag name', end);
  }

  private openBrace(): void {
    this.contexts.push('tag brace');
    this.push('template {', this.at + 1);
  }

  /** Text up to the next `{` without a backslash before it. */
  private templateContent(code: number): void {
    if (code === Char.OpenBrace) {
      this.openBrace();
      return;
    }
    const { source } = this;
    let end = this.at;
    while (end < source.length && source.charCodeAt(end) !== Char.OpenBrace) {
      const isEscape = source.startsWith('\\{', end);
      end += isEscape ? 2 : 1;
    }
    this.push('template text', Math.min(end, source.length));
  }

  /** Text up to the next `<` or `{`, unchanged. */
  private content(): void {
    const { source, at } = this;
    let end = at;
    while (end < source.length && !endsText(source.charCodeAt(end))) end++;
    if (end > at) {
      this.push('tag text', end);
    } else if (source.charCodeAt(at) === Char.OpenBrace) {
      this.openBrace();
    } else if (source.charCodeAt(at + 1) === Char.Slash) {
      this.contexts.push('closing tag');
      this.push('tag </', at + 2);
    } else if (isNameStart(source.charCodeAt(at + 1))) {
      this.openTag();
    } else {
      this.failAtCharacter();
    }
  }
}

function isTagNamePart(code: number): boolean {
  return isNameStart(code) || isDigit(code) || code === Char.Minus;
}

function endsText(code: number): boolean {
  return code === Char.Less || code === Char.OpenBrace;
}
