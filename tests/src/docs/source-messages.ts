import { readFileSync } from 'node:fs';
import ts from 'typescript';

/** A message that a user can see, and the file that contains it. */
export interface SourceMessage {
  /** The text, in which `…` stands for each inserted value. */
  readonly text: string;
  readonly file: string;
}

const LEVELS = /^(?:warn|error|fatal)$/;
const LOGGERS = /(?:^|\.)(?:logger|log|terminal)\??$/;
/** The name under which callers store the function of createThrottledWarning: `warn(error, text)`. */
const THROTTLED = 'warn';
const ERRORS = /^(?:CommandError|ConfigError)$/;
/** In these folders, ordinary errors are also shown to the user who starts Tidemark. */
const START = /\/services\/standalone\/src\/|\/packages\/(?:postgres|redis)\/src\/embedded\//;

/**
 * Returns the literal texts of these messages in a TypeScript file: log lines at WARN, ERROR and FATAL, lines of the
 * terminal at these levels, and errors that end a command or a start. If a log line only contains the message of an
 * error (`error.message`), the text is found where the error is created.
 */
export function messagesIn(file: string, source = readFileSync(file, 'utf8')): SourceMessage[] {
  const found: SourceMessage[] = [];
  const add = (node: ts.Expression | undefined): void => {
    for (const text of textsOf(node)) found.push({ text, file });
  };
  const visit = (node: ts.Node): void => {
    if (ts.isCallExpression(node) && isReport(node)) add(node.arguments.at(-1));
    if (ts.isNewExpression(node) && endsStart(node, file)) {
      add(node.arguments?.[0]);
    }
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true));
  return found;
}

function isReport({ expression: called, arguments: given }: ts.CallExpression): boolean {
  if (ts.isIdentifier(called)) return called.text === THROTTLED && given.length === 2;
  return (
    ts.isPropertyAccessExpression(called) &&
    LEVELS.test(called.name.text) &&
    LOGGERS.test(called.expression.getText())
  );
}

function endsStart({ expression }: ts.NewExpression, file: string): boolean {
  const name = expression.getText();
  return ERRORS.test(name) || (name === 'Error' && START.test(file));
}

function textsOf(node: ts.Expression | undefined): string[] {
  if (node === undefined) return [];
  if (ts.isStringLiteralLike(node)) return [node.text];
  if (ts.isConditionalExpression(node)) {
    return [...textsOf(node.whenTrue), ...textsOf(node.whenFalse)];
  }
  if (!ts.isTemplateExpression(node)) return [];
  const { head, templateSpans } = node;
  return [[head.text, ...templateSpans.map(({ literal }) => literal.text)].join('…')];
}
