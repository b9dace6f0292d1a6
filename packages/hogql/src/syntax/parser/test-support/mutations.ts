import * as fc from 'fast-check';
import { tokenize } from '../../lexer/lexer';

/** Words and signs that a typing error could insert anywhere in a statement. */
const STRAYS = (
  '( ) [ ] { } , ; . ?. ? ?? : :: -> || + - * / % = != < <= > <=> =~ !~* ' +
  'select from where group by having order limit offset with as union all distinct join left any semi on using ' +
  'case when then else end cast interval day not and or in is null between like cohort lambda array prewhere ' +
  "sample qualify window over rollup ties fill recursive materialized columns exclude name a 1 2.5 'x' `b` true f("
).split(' ');

type Mutation = (tokens: string[], at: number, stray: string) => string[];

const MUTATIONS: readonly Mutation[] = [
  (tokens, at) => tokens.toSpliced(at, 1),
  (tokens, at) => tokens.toSpliced(at, 0, tokens[at] ?? ''),
  (tokens, at) => tokens.toSpliced(at, 2, tokens[at + 1] ?? '', tokens[at] ?? ''),
  (tokens, at, stray) => tokens.toSpliced(at, 1, stray),
  (tokens, at, stray) => tokens.toSpliced(at, 0, stray),
  (tokens, at) => tokens.slice(0, at),
];

/** The words of a source text with the space before each. */
function words(source: string): string[] {
  const tokens = tokenize(source);
  tokens.fill(source.length + 1);
  return tokens.ends.map((end, at) => source.slice(at === 0 ? 0 : tokens.ends[at - 1], end));
}

/** Statements of a corpus with one or two typing errors. */
export function arbitraryMutation(corpus: readonly string[]): fc.Arbitrary<string> {
  const slip = fc.record({
    mutation: fc.constantFrom(...MUTATIONS),
    at: fc.nat(1000),
    stray: fc.constantFrom(...STRAYS),
  });
  return fc
    .tuple(fc.constantFrom(...corpus), fc.array(slip, { minLength: 1, maxLength: 2 }))
    .map(([source, slips]) =>
      slips
        .reduce(
          (tokens, { mutation, at, stray }) =>
            tokens.length === 0 ? tokens : mutation(tokens, at % tokens.length, ` ${stray} `),
          words(source),
        )
        .join(''),
    );
}
