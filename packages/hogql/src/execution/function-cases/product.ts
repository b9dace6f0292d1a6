import type { FunctionCase } from './case';

/** Functions of the product rather than of the engine. */
export const productCases: readonly FunctionCase[] = [];
