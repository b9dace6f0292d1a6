import { family } from './spec';

export const stringFunctions = [
  ...family(
    'String',
    `left/2 right/2 lower!/1 upper!/1 lowerUTF8/1 upperUTF8/1 toValidUTF8/1 reverseUTF8/1 initcap/1
     regexpQuoteMeta/1 leftPad/2-3 rightPad/2-3 leftPadUTF8/2-3 rightPadUTF8/2-3 lpad/3=leftPad
     rpad/3=rightPad format/2-* concatWithSeparator/2-* substring!/2-3 substringUTF8/2-3 repeat/2
     appendTrailingCharIfAbsent/2 base64Encode/1 base64Decode/1=tryBase64Decode tryBase64Decode/1
     base58Encode/1 base58Decode/1=tryBase58Decode tryBase58Decode/1 trim!/1-2=trimBoth btrim/1-2=trimBoth
     trimLeft/1-2 ltrim/1-2=trimLeft trimRight/1-2 rtrim/1-2=trimRight encodeXMLComponent/1
     decodeXMLComponent/1 extractTextFromHTML/1 replace!/3 replaceAll/3 replaceOne/3
     replaceRegexpAll/3 replaceRegexpOne/3 translate/3 translateUTF8/3 hex/1 unhex/1 MD5/1 soundex/1 convertCharset/3`,
  ),
  ...family('first', 'reverse!/1'),
  ...family(
    'Integer',
    `lengthUTF8/1 ascii!/1 position!/2-3 positionCaseInsensitive/2-3 positionUTF8/2-3
     positionCaseInsensitiveUTF8/2-3 locate/2-3 countSubstrings/2-3 countSubstringsCaseInsensitive/2-3
     countSubstringsCaseInsensitiveUTF8/2-3 countMatches/2 countMatchesCaseInsensitive/2`,
  ),
  ...family(
    'Boolean',
    `isValidUTF8/1 startsWith/2 endsWith/2 match/2 multiMatchAny/2 multiSearchAny/2
     multiSearchAnyCaseInsensitive/2 multiSearchAnyUTF8/2 multiSearchAnyCaseInsensitiveUTF8/2
     hasToken/2=hasTokenOrNull hasTokenCaseInsensitive/2=hasTokenCaseInsensitiveOrNull
     hasSubsequence/2 hasSubsequenceCaseInsensitive/2 hasSubsequenceUTF8/2
     hasSubsequenceCaseInsensitiveUTF8/2 hasAllTokens/2 hasAnyTokens/2 multiFuzzyMatchAny/3`,
  ),
  ...family('Boolean', 'hasTokenOrNull/2 hasTokenCaseInsensitiveOrNull/2', {
    nullability: 'always',
  }),
  ...family(
    'Array',
    `multiSearchAllPositions/2 multiSearchAllPositionsCaseInsensitive/2 multiSearchAllPositionsUTF8/2
     multiSearchAllPositionsCaseInsensitiveUTF8/2 extractAll/2
     extractAllGroups/2=extractAllGroupsVertical extractAllGroupsHorizontal/2
     extractAllGroupsVertical/2 extractGroups/2 splitByChar/2-3 splitByString/2-3 splitByRegexp/2-3
     splitByWhitespace/1-2 splitByNonAlpha/1-2 alphaTokens/1-2 ngrams/2 tokens/1
     multiMatchAllIndices/2 multiFuzzyMatchAllIndices/3`,
  ),
  ...family(
    'Integer',
    `multiSearchFirstPosition/2 multiSearchFirstPositionCaseInsensitive/2 multiSearchFirstPositionUTF8/2
     multiSearchFirstPositionCaseInsensitiveUTF8/2 multiSearchFirstIndex/2
     multiSearchFirstIndexCaseInsensitive/2 multiSearchFirstIndexUTF8/2
     multiSearchFirstIndexCaseInsensitiveUTF8/2 multiMatchAnyIndex/2 multiFuzzyMatchAnyIndex/3`,
  ),
  ...family('String', 'extract!/2 regexpExtract/2-3'),
  ...family(
    'Float',
    `ngramDistance/2 ngramDistanceCaseInsensitive/2 ngramDistanceUTF8/2 ngramDistanceCaseInsensitiveUTF8/2
     ngramSearch/2 ngramSearchCaseInsensitive/2 ngramSearchUTF8/2 ngramSearchCaseInsensitiveUTF8/2`,
  ),
  ...family(
    'String',
    `formatReadableDecimalSize/1 formatReadableSize/1 formatReadableQuantity/1
     formatReadableTimeDelta/1-2 bar/4`,
  ),
  ...family('Integer', 'cityHash64/1-* sipHash64/1-*', { nullability: 'never' }),
];
