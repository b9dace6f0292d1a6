import { chunks } from './corpus-chunks';
import { moreFraming } from './corpus-more-lengths';
import { moreHeads } from './corpus-more-heads';
import { connections, expectations, hosts, lines, targets } from './corpus-head';
import {
  twoLengths,
  transferEncodings,
  transferEncodingsAlone,
  contentLengths,
  lengthLines,
  withoutLength,
} from './corpus-lengths';
import type { FramingCase } from './framing-case';

/**
 * Requests that HTTP implementations read differently, as bytes. Sources: Linhart et al. 2005 (two lengths), Kettle
 * 2019 "HTTP Desync Attacks" (CL.TE, TE.CL, TE.TE), 2022 "Browser-Powered Desync Attacks" (CL.0), 2025 "HTTP/1.1 Must
 * Die" (0.CL, Expect), Jeppe Bonde Weikop 2025 "Funky chunks" (TERM.EXT, EXT.TERM, TERM.SPILL, SPILL.TERM), Bishop Fox
 * 2020 (h2c), RFC 9112 §11.2. The requests were written from the descriptions, not copied.
 */
export const framingCorpus: readonly FramingCase[] = [
  ...twoLengths,
  ...transferEncodings,
  ...transferEncodingsAlone,
  ...contentLengths,
  ...lengthLines,
  ...withoutLength,
  ...chunks,
  ...lines,
  ...targets,
  ...hosts,
  ...connections,
  ...expectations,
  ...moreFraming,
  ...moreHeads,
];
